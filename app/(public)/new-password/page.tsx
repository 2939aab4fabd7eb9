import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { PublicPage } from "#app/public-page.tsx";
import { OwnPassword } from "#components/access/own-password.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { temporaryMember } from "#server/http/page-context.ts";

export const generateMetadata = pageTitle("auth.ownPassword.title");

export default async function NewPasswordPage() {
	const { email } = await temporaryMember();
	const t = await getTranslations("auth.ownPassword");
	return (
		<PublicPage title={t("title")} lead={t("lead")}>
			<ClientMessages namespaces={["auth", "account", "shell"]}>
				<QueryProvider>
					<OwnPassword email={email} />
				</QueryProvider>
			</ClientMessages>
		</PublicPage>
	);
}
