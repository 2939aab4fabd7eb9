import { addDays, monthDays } from "#lib/dates.ts";

export const PERIODS = [
	...(["today", "last7", "last30", "thisMonth", "lastMonth"] as const),
	...(["thisQuarter", "lastQuarter", "thisYear"] as const),
] as const;
export type Period = (typeof PERIODS)[number];

/** The first and the last day of a period, both inclusive and never in the future. `today` is "2026-11-21". */
export function periodDays(period: Period, today: string): { from: string; to: string } {
	const [year = 0, month = 1] = today.split("-").map(Number);
	const quarter = month - ((month - 1) % 3);
	switch (period) {
		case "today":
			return { from: today, to: today };
		case "last7":
			return { from: addDays(today, -6), to: today };
		case "last30":
			return { from: addDays(today, -29), to: today };
		case "thisMonth":
			return { ...monthDays(year, month), to: today };
		case "lastMonth":
			return monthDays(year, month - 1);
		case "thisQuarter":
			return { ...monthDays(year, quarter), to: today };
		case "lastQuarter":
			return monthDays(year, quarter - 3, 3);
		case "thisYear":
			return { from: `${today.slice(0, 4)}-01-01`, to: today };
	}
}

/** Returns the period that begins and ends on these days: `wanted` if it does, else the first of PERIODS that does. Null: none; days were wanted. */
export function periodOf(
	from: string | undefined,
	to: string | undefined,
	today: string,
	wanted?: Period | null,
): Period | null {
	if (wanted === null) return null;
	const fits = (period: Period) => {
		const days = periodDays(period, today);
		return days.from === from && days.to === to;
	};
	return wanted && fits(wanted) ? wanted : (PERIODS.find(fits) ?? null);
}

let chosen: Period | null | undefined;

/**
 * Browser only. Remembers the period that the person chose last, null for days: the address has only days, which several periods may share.
 */
export function choosePeriod(period: Period | null): void {
	chosen = period;
}

export function chosenPeriod(): Period | null | undefined {
	return chosen;
}
