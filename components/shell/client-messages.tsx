/** The words that client components below may need: `common` and `errors`, and the namespaces named. The rest stays on the server. */
import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type en from "#lib/i18n/en.json";
import { pickMessages } from "#lib/i18n/pick-messages.ts";

export type Namespace = keyof typeof en;

/** A nested one replaces the outer one's words: name all that its part of the page needs. */
export async function ClientMessages({
	namespaces,
	children,
}: {
	namespaces: readonly Namespace[];
	children: ReactNode;
}) {
	const messages = await getMessages();
	return (
		<NextIntlClientProvider messages={pickMessages(messages, ["common", "errors", ...namespaces])}>
			{children}
		</NextIntlClientProvider>
	);
}
