import { getTranslations } from "next-intl/server";
import { SkeletonOnNavigation } from "#app/(desk)/skeleton-on-navigation.tsx";
import { pageTitle } from "#app/page-title.ts";
import { AuditCheck } from "#components/audit/audit-check.tsx";
import { readAuditQuery } from "#components/audit/audit-query.ts";
import { AuditExport, AuditView } from "#components/audit/audit-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { ListSkeleton } from "#components/ui/page/list-skeleton.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import { auditQueries } from "#lib/queries/audit.ts";
import { operatorQueries } from "#lib/queries/operators.ts";
import { listAudit, readMemberNames } from "#server/audit/list-audit.ts";
import { readAuditCheck } from "#server/audit/read-audit-check.ts";
import { type Context, pageContext } from "#server/http/page-context.ts";
import { listOperators } from "#server/settings/list-operators.ts";

export const generateMetadata = pageTitle("audit.title");

const AUDIT_TEXTS = [
	"audit",
	"causes",
	"roles",
	"changes.duration",
	"changes.field",
	"changes.of",
	"changes.percent",
	"changes.value",
	"states.payout",
	"reconciliation.verdicts",
] as const;

export default async function AuditPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("audit.read");
	return (
		<SkeletonOnNavigation skeleton={<ListSkeleton actions={0} hasSums={false} />}>
			<Audit context={context} query={readAuditQuery(plainSearchParams(await searchParams))} />
		</SkeletonOnNavigation>
	);
}

async function Audit({ context, query }: { context: Context; query: ReturnType<typeof readAuditQuery> }) {
	const t = await getTranslations("audit");
	const entry = { ...auditQueries.list(query), read: () => listAudit(context, query) };
	const operators = { ...operatorQueries.list(), read: () => listOperators(context) };
	return (
		<ClientMessages namespaces={AUDIT_TEXTS}>
			<PageHeader title={t("title")} lead={t("lead")} actions={<AuditExport />} />
			<Prefetched entries={[entry, operators]}>
				<AuditCheck check={await readAuditCheck(context)} />
				<AuditView members={await readMemberNames(context)} />
			</Prefetched>
		</ClientMessages>
	);
}
