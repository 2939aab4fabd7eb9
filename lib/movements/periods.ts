/** Common periods of calendar days in the business's time zone. */
import { addDays } from "#lib/dates.ts";

export const PERIODS = ["today", "last7", "last30", "thisMonth", "lastMonth"] as const;
export type Period = (typeof PERIODS)[number];

/** Both days are inclusive. `today` is "2026-11-21". */
export function periodDays(period: Period, today: string): { from: string; to: string } {
	const firstOfMonth = `${today.slice(0, 7)}-01`;
	switch (period) {
		case "today":
			return { from: today, to: today };
		case "last7":
			return { from: addDays(today, -6), to: today };
		case "last30":
			return { from: addDays(today, -29), to: today };
		case "thisMonth":
			return { from: firstOfMonth, to: today };
		case "lastMonth": {
			const lastDay = addDays(firstOfMonth, -1);
			return { from: `${lastDay.slice(0, 7)}-01`, to: lastDay };
		}
	}
}

/** The period with exactly these two days, if there is one. */
export function periodOf(from: string | undefined, to: string | undefined, today: string): Period | null {
	const fits = (period: Period) => {
		const days = periodDays(period, today);
		return days.from === from && days.to === to;
	};
	return PERIODS.find(fits) ?? null;
}
