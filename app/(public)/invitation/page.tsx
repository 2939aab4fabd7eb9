import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { PublicPage } from "#app/public-page.tsx";
import { InvitationForm } from "#components/access/invitation-form.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { systemContext } from "#server/http/runtime.ts";

export const generateMetadata = pageTitle("invitation.title");

/** The token is behind the link's `#`, so it is in no log: only the page's script sends it to the server. */
export default async function InvitationPage() {
	const t = await getTranslations("invitation");
	return (
		<PublicPage title={systemContext().config.businessName} lead={t("title")}>
			<ClientMessages namespaces={["auth", "faults", "invitation", "roles", "shell"]}>
				<QueryProvider>
					<InvitationForm />
				</QueryProvider>
			</ClientMessages>
		</PublicPage>
	);
}
