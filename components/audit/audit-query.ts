/** The record's view as its address says it. Pure and without zod: page and browser read it alike, the route judges again. */
import { withQuery } from "#lib/api.ts";
import type { AuditQuery } from "#lib/contracts/audit.ts";

const PAGE_ROWS = 50;

const PATTERNS: Record<string, RegExp> = {
	action: /^[a-z_]{1,30}(\.[a-z_]{1,33})?$/,
	subjectId: /^[A-Za-z0-9._-]{1,128}$/,
	memberId: /^[A-Za-z0-9-]{1,64}$/,
	from: /^\d{4}-\d{2}-\d{2}$/,
	to: /^\d{4}-\d{2}-\d{2}$/,
	cursor: /^\d{1,18}$/,
};

export function readAuditQuery(params: URLSearchParams): AuditQuery {
	const query: Record<string, string | number> = { limit: PAGE_ROWS };
	for (const [name, pattern] of Object.entries(PATTERNS)) {
		const value = params.get(name);
		if (value && pattern.test(value)) query[name] = value;
	}
	return query as AuditQuery;
}

/** Another filter starts at the first page. */
export function auditPath(query: AuditQuery, change: Partial<AuditQuery> = {}): string {
	const { cursor: _page, limit: _rows, ...filters } = query;
	return withQuery("/audit", { ...filters, ...change });
}

export function isAuditFiltered({ action, subjectId, memberId, from, to }: AuditQuery): boolean {
	return [action, subjectId, memberId, from, to].some(Boolean);
}
