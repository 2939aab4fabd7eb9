import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { PublicPage } from "#app/public-page.tsx";
import { ObjectionForm } from "#components/access/objection-form.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { systemContext } from "#server/http/runtime.ts";

export const generateMetadata = pageTitle("objection.title");

/** As with an invitation, the token is behind the link's `#`, so it is in no log. */
export default async function ObjectionPage() {
	const t = await getTranslations("objection");
	return (
		<PublicPage title={systemContext().config.businessName} lead={t("title")}>
			<ClientMessages namespaces={["changes", "invitation", "objection", "roles"]}>
				<QueryProvider>
					<ObjectionForm />
				</QueryProvider>
			</ClientMessages>
		</PublicPage>
	);
}
