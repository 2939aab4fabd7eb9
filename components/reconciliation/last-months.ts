import { dayOf, formatMonth, type Place } from "#lib/dates.ts";

/** "2026-11" with its name, newest first. */
export function lastMonths(now: Date, place: Place, count: number): { month: string; name: string }[] {
	const [year = 0, month = 1] = dayOf(now, place.timeZone).split("-").map(Number);
	return Array.from({ length: count }, (_, back) => {
		const middle = new Date(Date.UTC(year, month - 1 - back, 15, 12));
		return { month: middle.toISOString().slice(0, 7), name: formatMonth(middle, { ...place, timeZone: "UTC" }) };
	});
}
