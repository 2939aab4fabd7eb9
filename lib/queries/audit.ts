/** Queries of the audit log. */
import { keepPreviousData } from "@tanstack/react-query";
import { withQuery } from "#lib/api.ts";
import type { AuditList, AuditQuery } from "#lib/contracts/audit.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

export const AUDIT_EXPORT_PATH = "/api/audit/export";

export const auditQueries = {
	list: (query: AuditQuery) =>
		apiQuery<AuditList>(["audit", query], withQuery("/api/audit", query), { placeholderData: keepPreviousData }),
};
