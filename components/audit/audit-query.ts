import { type AddressReaders, PAGE_ROWS, readAddress, viewPath } from "#lib/addresses/view-address.ts";
import type { AuditQuery } from "#lib/contracts/audit.ts";
import { isCalendarDay } from "#lib/dates.ts";
import { isId } from "#lib/paths.ts";

const READERS: AddressReaders<Exclude<keyof AuditQuery, "limit">> = {
	action: (value) => /^[a-z_]{1,30}(\.[a-z_]{1,33})?$/.test(value),
	subjectId: (value) => /^[A-Za-z0-9._-]{1,128}$/.test(value),
	memberId: isId,
	from: isCalendarDay,
	to: isCalendarDay,
	cursor: (value) => /^[1-9]\d{0,17}$/.test(value),
};

export function readAuditQuery(params: URLSearchParams): AuditQuery {
	return { limit: PAGE_ROWS, ...readAddress(params, READERS).read };
}

export function auditPath(query: AuditQuery, change?: Partial<AuditQuery>): string {
	return viewPath("/audit", query, change);
}
