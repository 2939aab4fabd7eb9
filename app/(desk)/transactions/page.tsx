import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { LookUpForm } from "#components/transactions/look-up-form.tsx";
import { RecentLookups } from "#components/transactions/recent-lookups.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { transactionQueries } from "#lib/queries/transactions.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listRecentLookups } from "#server/transactions/list-recent-lookups.ts";

export const generateMetadata = pageTitle("transactions.title");

export default async function TransactionsPage() {
	const context = await pageContext("transaction.read");
	const t = await getTranslations("transactions");
	const recent = { ...transactionQueries.recent(), read: () => listRecentLookups(context) };
	return (
		<ClientMessages namespaces={["transactions"]}>
			<PageHeader
				title={t("title")}
				lead={t("lead")}
				actions={
					<LinkButton href="/imports">
						<Icon name="file-input" />
						{t("imports")}
					</LinkButton>
				}
			/>
			<div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-14 wide:[&>section]:mt-0">
				<LookUpForm />
				<Prefetched entries={[recent]}>
					<RecentLookups />
				</Prefetched>
			</div>
		</ClientMessages>
	);
}
