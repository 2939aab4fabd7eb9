import { getTranslations } from "next-intl/server";
import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { ImportForm } from "#components/imports/import-form.tsx";
import { readImportQuery } from "#components/imports/import-query.ts";
import { ImportRegister } from "#components/imports/import-register.tsx";
import { OrphanAnswers } from "#components/imports/orphan-answers.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { importQueries } from "#lib/queries/imported-transactions.ts";
import { may } from "#lib/roles.ts";
import { listImportedTransactions } from "#server/transactions/list-imported-transactions.ts";
import { listOrphanAnswers } from "#server/transactions/list-orphan-answers.ts";

export const generateMetadata = pageTitle("imports.title");

export default deskPage("transaction.read", async (context, params) => {
	const t = await getTranslations("imports");
	const query = readImportQuery(params);
	const isAdmin = may(context.member.role, "settings.manage");
	const register = { ...importQueries.list(query), read: () => listImportedTransactions(context, query) };
	const answers = { ...importQueries.orphanAnswers(), read: () => listOrphanAnswers(context) };
	return {
		texts: ["imports", "causes", "transactions", "states", "faults"],
		reads: isAdmin ? [answers, register] : [register],
		page: (
			<>
				<PageHeader back={{ href: "/transactions", label: t("back") }} title={t("title")} lead={t("lead")} />
				{isAdmin ? <OrphanAnswers /> : null}
				<div
					data-wide
					className="wide:grid wide:has-[>form]:grid-cols-[30rem_minmax(0,1fr)] wide:items-start wide:gap-14 wide:[&>section]:mt-0"
				>
					{may(context.member.role, "transaction.import") ? <ImportForm /> : null}
					<ImportRegister />
				</div>
			</>
		),
	};
});
