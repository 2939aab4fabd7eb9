import { readAddress, readPageNumber } from "#lib/addresses/view-address.ts";
import { withQuery } from "#lib/api.ts";
import { isCalendarMonth } from "#lib/dates.ts";

export interface ReconciliationView {
	currency: string;
	/** "2026-11"; undefined: the newest month with days. */
	month: string | undefined;
	/** The start of the shown page of the queue; undefined: the first. */
	after: string | undefined;
	/** The page number, only for the text "51–100 of 412"; 0 when unknown. `after` alone decides which exceptions are shown. */
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

export function shownMonth(asked: string | undefined, months: readonly string[]): string | null {
	return months.find((month) => month === asked) ?? months[0] ?? null;
}

export function reconciliationPath(view: Partial<ReconciliationView> & { currency: string }): string {
	const { currency, month, after, page } = view;
	return withQuery("/reconciliation", { currency, month, after, page: after && page ? page : undefined });
}
