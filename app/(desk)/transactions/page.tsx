import { getTranslations } from "next-intl/server";
import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { LookUpForm } from "#components/transactions/look-up-form.tsx";
import { RecentLookups } from "#components/transactions/recent-lookups.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { transactionQueries } from "#lib/queries/transactions.ts";
import { listRecentLookups } from "#server/transactions/list-recent-lookups.ts";

export const generateMetadata = pageTitle("transactions.title");

export default deskPage("transaction.read", async (context) => {
	const t = await getTranslations("transactions");
	const imports = (
		<LinkButton href="/imports">
			<Icon name="file-input" />
			{t("imports")}
		</LinkButton>
	);
	return {
		texts: ["transactions"],
		reads: [{ ...transactionQueries.recent(), read: () => listRecentLookups(context) }],
		page: (
			<>
				<PageHeader title={t("title")} lead={t("lead")} actions={imports} />
				<div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-14 wide:[&>section]:mt-0">
					<LookUpForm />
					<RecentLookups />
				</div>
			</>
		),
	};
});
