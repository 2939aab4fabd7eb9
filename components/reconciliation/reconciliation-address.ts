/** The reconciliation's views as their addresses say them. Pure; page and browser read them alike. */
import { withQuery } from "#lib/api.ts";
import { isCalendarDay } from "#lib/dates.ts";

export interface ReconciliationView {
	currency: string;
	/** Days before this one; undefined: the newest. */
	before: string | undefined;
}

export function readReconciliationView(params: URLSearchParams, currencies: readonly string[]): ReconciliationView {
	const wanted = params.get("currency") ?? "";
	const before = params.get("before") ?? "";
	return {
		currency: currencies.includes(wanted) ? wanted : (currencies[0] ?? ""),
		before: isCalendarDay(before) ? before : undefined,
	};
}

export function reconciliationPath(currency: string, before?: string): string {
	return withQuery("/reconciliation", { currency, before });
}

export function dayPath(currency: string, day: string): string {
	return withQuery(`/reconciliation/days/${day}`, { currency });
}
