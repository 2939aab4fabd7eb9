/** A saved view keeps filters and order of a list's address. */
import { PERIODS, type Period, periodDays, periodOf } from "#lib/movements/periods.ts";

/** These parts of an address belong to one visit, not to a view. */
const PASSING = ["cursor", "page", "beside"];

/**
 * Filters and order of a list's address as text, sorted by name. A usual period is saved by name: "last month" moves with the
 * calendar. `today` is "2026-11-21". `chosen` tells equal days apart: in January "this quarter" has the days of "this month".
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

/** Returns the query for the address of a saved view; its period becomes the days that it means on `today`. */
export function openedQuery(query: string, today: string): string {
	const opened = new URLSearchParams(query);
	const period = savedPeriod(query);
	opened.delete("period");
	if (period) for (const [name, day] of Object.entries(periodDays(period, today))) opened.set(name, day);
	return String(opened);
}
