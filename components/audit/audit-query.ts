/** The record's view as its address says it. Pure and without zod: page and browser read it alike, the route judges again. */
import { withQuery } from "#lib/api.ts";
import type { AuditQuery } from "#lib/contracts/audit.ts";
import { isCalendarDay } from "#lib/dates.ts";

const PAGE_ROWS = 50;

const READERS: Record<string, (value: string) => boolean> = {
	action: (value) => /^[a-z_]{1,30}(\.[a-z_]{1,33})?$/.test(value),
	subjectId: (value) => /^[A-Za-z0-9._-]{1,128}$/.test(value),
	memberId: (value) => /^[A-Za-z0-9-]{1,64}$/.test(value),
	from: isCalendarDay,
	to: isCalendarDay,
	cursor: (value) => /^\d{1,18}$/.test(value),
};

export function readAuditQuery(params: URLSearchParams): AuditQuery {
	const query: Record<string, string | number> = { limit: PAGE_ROWS };
	for (const [name, fits] of Object.entries(READERS)) {
		const value = params.get(name);
		if (value && fits(value)) query[name] = value;
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
