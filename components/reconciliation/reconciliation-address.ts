/** Reads and writes the reconciliation's views in their addresses, for page and browser. */

import { readAddress, readPageNumber } from "#lib/addresses/view-address.ts";
import { withQuery } from "#lib/api.ts";
import { isCalendarMonth } from "#lib/dates.ts";

export interface ReconciliationView {
	currency: string;
	/** "2026-11"; undefined: the newest month with days. */
	month: string | undefined;
	/** The start of the shown page of the queue; undefined: the first. */
	after: string | undefined;
	/** The page number for "51–100 of 412"; only `after` decides what is shown. 0 when unknown. */
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

/** The month that is shown and exported: the requested one if it has days, else the newest. Null without any. */
export function shownMonth(asked: string | undefined, months: readonly string[]): string | null {
	return months.find((month) => month === asked) ?? months[0] ?? null;
}

/** The address of a changed view; another wallet resets it. */
export function reconciliationPath(view: Partial<ReconciliationView> & { currency: string }): string {
	const { currency, month, after, page } = view;
	return withQuery("/reconciliation", { currency, month, after, page: after && page ? page : undefined });
}

export function dayPath(currency: string, day: string): string {
	return withQuery(`/reconciliation/days/${day}`, { currency });
}
