/** The reconciliation's views as their addresses say them. Pure; page and browser read them alike. */

import { withQuery } from "#lib/api.ts";
import { isCalendarMonth } from "#lib/dates.ts";
import { readAddress, readPageNumber } from "#lib/view-address.ts";

export interface ReconciliationView {
	currency: string;
	/** "2026-11"; undefined: the newest that has days. */
	month: string | undefined;
	/** Where the shown page of the queue begins; undefined: the first. */
	after: string | undefined;
	/** Which page that is, for the words "51–100 of 412"; the place alone decides what is shown. 0 when nobody knows. */
	page: number;
}

const PLACE = /^[01]\.-?\d{1,15}\.[\w-]{43}$/;

export function readReconciliationView(params: URLSearchParams, currencies: readonly string[]): ReconciliationView {
	const { read } = readAddress(params, {
		currency: (value) => currencies.includes(value),
		month: isCalendarMonth,
		after: (value) => PLACE.test(value),
	});
	const { currency = currencies[0] ?? "", month, after } = read;
	return { currency, month, after, page: readPageNumber(params, after).page };
}

/** The month whose days are shown and exported: the asked one where it has days, else the newest. Null without any. */
export function shownMonth(asked: string | undefined, months: readonly string[]): string | null {
	return months.find((month) => month === asked) ?? months[0] ?? null;
}

/** The page's address for a view changed; another wallet begins anew. */
export function reconciliationPath(view: Partial<ReconciliationView> & { currency: string }): string {
	const { currency, month, after, page } = view;
	return withQuery("/reconciliation", { currency, month, after, page: after && page ? page : undefined });
}

export function dayPath(currency: string, day: string): string {
	return withQuery(`/reconciliation/days/${day}`, { currency });
}
