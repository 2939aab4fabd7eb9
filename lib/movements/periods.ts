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

/** A period, or days that were typed. */
export type Chosen = Period | { from?: string | undefined; to?: string | undefined };

/**
 * Returns the period of these days, null for other days and if they were typed. Several periods may have the same days:
 * the first of `preferred` that has them is returned, else the first of PERIODS.
 */
export function periodOf(
	from: string | undefined,
	to: string | undefined,
	today: string,
	...preferred: readonly (Chosen | undefined)[]
): Period | null {
	const isTyped = preferred.some((one) => typeof one === "object" && one.from === from && one.to === to);
	if (isTyped) return null;
	const fits = (period: Period) => {
		const days = periodDays(period, today);
		return days.from === from && days.to === to;
	};
	return [...preferred.filter((one) => typeof one === "string"), ...PERIODS].find(fits) ?? null;
}

let newest: Chosen | undefined;

/**
 * Browser only. Remembers what the person chose last: the address has only days, which several periods may share.
 */
export function choosePeriod(chosen: Chosen): void {
	newest = chosen;
}

export function chosenPeriod(): Chosen | undefined {
	return newest;
}
