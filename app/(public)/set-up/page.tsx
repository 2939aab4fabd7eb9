import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { PublicPage } from "#app/public-page.tsx";
import { SetUpForm } from "#components/access/set-up-form.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { systemContext } from "#server/http/runtime.ts";

export const generateMetadata = pageTitle("setUp.title");

/** Creates the first admin of a desk without members. As with an invitation, the token is behind the link's `#`. */
export default async function SetUpPage() {
	const t = await getTranslations("setUp");
	return (
		<PublicPage title={systemContext().config.businessName} lead={t("title")}>
			<ClientMessages namespaces={["auth", "faults", "invitation", "setUp", "shell"]}>
				<QueryProvider>
					<SetUpForm />
				</QueryProvider>
			</ClientMessages>
		</PublicPage>
	);
}
