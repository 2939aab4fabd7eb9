import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuditCheck } from "#components/audit/audit-check.tsx";
import { AuditExport } from "#components/audit/audit-export.tsx";
import { readAuditQuery } from "#components/audit/audit-query.ts";
import { AuditView } from "#components/audit/audit-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { auditQueries } from "#lib/queries/audit.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { may } from "#lib/roles.ts";
import { plainSearchParams, type SearchParams } from "#lib/search-params.ts";
import { listAudit } from "#server/audit/list-audit.ts";
import { readAuditCheck } from "#server/audit/read-audit-check.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listMembers } from "#server/members/list-members.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("audit"))("title") };
}

export default async function AuditPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("audit.read");
	const t = await getTranslations("audit");
	const query = readAuditQuery(plainSearchParams(await searchParams));
	const entry = { queryKey: auditQueries.list(query).queryKey, read: () => listAudit(context, query) };
	const members = may(context.member.role, "member.read") ? (await listMembers(context)).items : [];
	return (
		<ClientMessages namespaces={["audit", "causes", "roles"]}>
			<PageHeader title={t("title")} lead={t("lead")} actions={<AuditExport />} />
			<HydrationBoundary state={await prefetched([entry])}>
				<AuditCheck check={await readAuditCheck(context)} />
				<AuditView members={members.map(({ id, name }) => ({ id, name }))} />
			</HydrationBoundary>
		</ClientMessages>
	);
}
