import { getTranslations } from "next-intl/server";
import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { AuditCheck } from "#components/audit/audit-check.tsx";
import { readAuditQuery } from "#components/audit/audit-query.ts";
import { AuditExport, AuditView } from "#components/audit/audit-view.tsx";
import { ListSkeleton } from "#components/ui/page/list-skeleton.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { auditQueries } from "#lib/queries/audit.ts";
import { operatorQueries } from "#lib/queries/operators.ts";
import { listAudit, readMemberNames } from "#server/audit/list-audit.ts";
import { readAuditCheck } from "#server/audit/read-audit-check.ts";
import type { Context } from "#server/http/page-context.ts";
import { listOperators } from "#server/settings/list-operators.ts";

export const generateMetadata = pageTitle("audit.title");

const AUDIT_TEXTS = [
	...(["audit", "causes", "roles", "states.payout", "reconciliation.verdicts"] as const),
	...(["changes.duration", "changes.field", "changes.of", "changes.percent", "changes.value"] as const),
];

export default deskPage("audit.read", audit, <ListSkeleton actions={0} hasSums={false} />);

async function audit(context: Context, params: URLSearchParams) {
	const query = readAuditQuery(params);
	const t = await getTranslations("audit");
	const page = (
		<>
			<PageHeader title={t("title")} lead={t("lead")} actions={<AuditExport />} />
			<AuditCheck check={await readAuditCheck(context)} />
			<AuditView members={await readMemberNames(context)} />
		</>
	);
	return {
		texts: AUDIT_TEXTS,
		reads: [
			{ ...auditQueries.list(query), read: () => listAudit(context, query) },
			{ ...operatorQueries.list(), read: () => listOperators(context) },
		],
		page,
	};
}
