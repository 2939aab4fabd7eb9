import { addDays, monthDays } from "#lib/dates.ts";
import { type Chosen, type Period, periodOf } from "#lib/movements/periods.ts";

interface Days {
	from: string;
	to: string;
}

/** Length in months of the periods that `periodDays` cuts off at today. */
const MONTHS_OF_PERIOD: Partial<Record<Period, number>> = { thisMonth: 1, thisQuarter: 3, thisYear: 12 };

/**
 * The period just before (-1) or after (1), with as many days, or months if it has whole months. Months that contain today end today.
 * `preferred`: see `periodOf`. On the first of a month, "today" moves by a day and "this month" by a month.
 */
export function shiftedPeriod(
	{ from, to }: Days,
	by: -1 | 1,
	today: string,
	...preferred: readonly (Chosen | undefined)[]
): Days {
	const end = addDays(to, 1);
	const begun = MONTHS_OF_PERIOD[periodOf(from, to, today, ...preferred) ?? "today"];
	if (begun === undefined && !(from.endsWith("-01") && end.endsWith("-01"))) {
		const days = (Date.parse(end) - Date.parse(from)) / 86_400_000;
		return { from: addDays(from, by * days), to: addDays(to, by * days) };
	}
	const [year = 0, month = 1] = from.split("-").map(Number);
	const [endYear = 0, endMonth = 1] = end.split("-").map(Number);
	const count = begun ?? (endYear - year) * 12 + endMonth - month;
	const days = monthDays(year, month + by * count, count);
	return days.from <= today && today < days.to ? { ...days, to: today } : days;
}
