import { getTranslations } from "next-intl/server";
import type { ComponentProps, ComponentType } from "react";
import { PublicPage } from "#app/public-page.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { systemContext } from "#server/http/runtime.ts";

type Namespaces = ComponentProps<typeof ClientMessages>["namespaces"];

/** A page opened by a link: the token is behind the link's `#`, so it is in no log, and only the page's script sends it to the server. */
export function linkPage(name: "invitation" | "objection" | "setUp", Form: ComponentType, namespaces: Namespaces) {
	return async function LinkPage() {
		const t = await getTranslations(name);
		return (
			<PublicPage title={systemContext().config.businessName} lead={t("title")}>
				<ClientMessages namespaces={namespaces}>
					<QueryProvider>
						<Form />
					</QueryProvider>
				</ClientMessages>
			</PublicPage>
		);
	};
}
