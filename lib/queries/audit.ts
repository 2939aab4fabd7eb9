/** Queries of the audit log. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiGet, withQuery } from "#lib/api.ts";
import type { AuditList, AuditQuery } from "#lib/contracts/audit.ts";

export const AUDIT_EXPORT_PATH = "/api/audit/export";

export const auditQueries = {
	all: ["audit"] as const,
	list: (query: AuditQuery) =>
		queryOptions({
			queryKey: ["audit", query] as const,
			queryFn: ({ signal }) => apiGet<AuditList>(withQuery("/api/audit", query), { signal }),
			placeholderData: keepPreviousData,
		}),
};
