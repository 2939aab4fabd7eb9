import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { ImportForm } from "#components/imports/import-form.tsx";
import { readImportQuery } from "#components/imports/import-query.ts";
import { ImportRegister } from "#components/imports/import-register.tsx";
import { OrphanAnswers } from "#components/imports/orphan-answers.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import { importQueries } from "#lib/queries/imported-transactions.ts";
import { may } from "#lib/roles.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listImportedTransactions } from "#server/transactions/list-imported-transactions.ts";
import { listOrphanAnswers } from "#server/transactions/list-orphan-answers.ts";

export const generateMetadata = pageTitle("imports.title");

export default async function ImportsPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("transaction.read");
	const t = await getTranslations("imports");
	const query = readImportQuery(plainSearchParams(await searchParams));
	const entry = { ...importQueries.list(query), read: () => listImportedTransactions(context, query) };
	const isAdmin = may(context.member.role, "settings.manage");
	const answers = { ...importQueries.orphanAnswers(), read: () => listOrphanAnswers(context) };
	return (
		<ClientMessages namespaces={["imports", "causes", "transactions", "states", "faults"]}>
			<PageHeader back={{ href: "/transactions", label: t("back") }} title={t("title")} lead={t("lead")} />
			{isAdmin ? (
				<Prefetched entries={[answers]}>
					<OrphanAnswers />
				</Prefetched>
			) : null}
			<div
				data-wide
				className="wide:grid wide:has-[>form]:grid-cols-[30rem_minmax(0,1fr)] wide:items-start wide:gap-14 wide:[&>section]:mt-0"
			>
				{may(context.member.role, "transaction.import") ? <ImportForm /> : null}
				<Prefetched entries={[entry]}>
					<ImportRegister />
				</Prefetched>
			</div>
		</ClientMessages>
	);
}
