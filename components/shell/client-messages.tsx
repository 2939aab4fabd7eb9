import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type en from "#lib/i18n/en.json";

type Messages = typeof en;
type Namespace = keyof Messages;
type Part = { [N in Namespace]: `${N}.${keyof Messages[N] & string}` }[Namespace];

interface ClientMessagesProps {
	namespaces: readonly (Namespace | Part)[];
	/** Parts of `namespaces` that the page does not load. */
	without?: readonly Part[];
	children: ReactNode;
}

/** Gives client components their texts. An inner provider replaces an outer one, so `namespaces` must have all that its children use. */
export async function ClientMessages({ namespaces, without = [], children }: ClientMessagesProps) {
	const messages = await getMessages();
	return (
		<NextIntlClientProvider messages={leaveOut(pickMessages(messages, ["common", "errors", ...namespaces]), without)}>
			{children}
		</NextIntlClientProvider>
	);
}

/** Picks the namespaces, or parts of one ("settings.rules"), that client components of a page use; only these reach the browser. */
function pickMessages<M extends Record<string, object>>(messages: M, names: readonly string[]): Partial<M> {
	const picked: Record<string, object> = {};
	for (const name of names) {
		const [namespace = "", part] = name.split(".");
		const whole = messages[namespace] as Record<string, unknown>;
		picked[namespace] = part === undefined ? whole : { ...picked[namespace], [part]: whole[part] };
	}
	return picked as Partial<M>;
}

/** Leaves out parts such as "payments.events". */
function leaveOut<M extends Record<string, object>>(messages: M, parts: readonly string[]): M {
	const kept: Record<string, object> = { ...messages };
	for (const name of parts) {
		const [namespace = "", part = ""] = name.split(".");
		kept[namespace] = Object.fromEntries(Object.entries(kept[namespace] ?? {}).filter(([key]) => key !== part));
	}
	return kept as M;
}
