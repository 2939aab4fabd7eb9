/** A saved view keeps filters and order of a list's address. */
import { PERIODS, type Period, periodDays, periodOf } from "#lib/movements/periods.ts";

/** These parts of an address belong to one visit, not to a view. */
const PASSING = ["cursor", "page", "beside"];

/**
 * Filters and order of a list's address as text, in the order of their names. A usual period is kept under its name: "last month" is
 * another month in December. `today` is "2026-11-21"; `chosen`: by its days alone "this quarter" is "this month" in a quarter's first.
 */
export function savedQuery(address: URLSearchParams, today: string, chosen: Period | null = null): string {
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

/** The address's query of a saved view on that day. */
export function openedQuery(query: string, today: string): string {
	const opened = new URLSearchParams(query);
	const period = savedPeriod(query);
	opened.delete("period");
	if (period) for (const [name, day] of Object.entries(periodDays(period, today))) opened.set(name, day);
	return String(opened);
}
