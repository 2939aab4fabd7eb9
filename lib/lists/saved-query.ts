import { type chosenPeriod, PERIODS, type Period, periodDays, periodOf } from "#lib/movements/periods.ts";

/** Parts of an address that are not saved with a view. */
const PASSING = ["cursor", "page", "beside"];

/**
 * The filters and order of a list's address as a query string. Dates that match a period, such as last month, are saved as that period.
 * `chosen`: the one to save if several match, or days that were typed and stay days. `today` is "2026-11-21".
 */
export function savedQuery(address: URLSearchParams, today: string, chosen?: ReturnType<typeof chosenPeriod>): string {
	const saved = new URLSearchParams([...address].filter(([name, value]) => value && !PASSING.includes(name)));
	const period = periodOf(saved.get("from") ?? undefined, saved.get("to") ?? undefined, today, chosen);
	if (period) {
		saved.delete("from");
		saved.delete("to");
		saved.set("period", period);
	}
	saved.sort();
	return String(saved);
}

export function savedPeriod(query: string): Period | null {
	const name = new URLSearchParams(query).get("period");
	return PERIODS.find((known) => known === name) ?? null;
}

/** Returns a saved view's query for an address: a saved period becomes the days that it has on `today`. */
export function openedQuery(query: string, today: string): string {
	const opened = new URLSearchParams(query);
	const period = savedPeriod(query);
	opened.delete("period");
	if (period) for (const [name, day] of Object.entries(periodDays(period, today))) opened.set(name, day);
	return String(opened);
}
