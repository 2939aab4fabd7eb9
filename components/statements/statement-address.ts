/** Reads and writes the view of statements in its address, for page and browser. */
import { readAddress } from "#lib/addresses/view-address.ts";
import { withQuery } from "#lib/api.ts";
import { addDays, isCalendarDay } from "#lib/dates.ts";
import { monthDays } from "#lib/month-days.ts";
import { type Period, periodDays, periodOf } from "#lib/movements/periods.ts";

interface Days {
	from: string;
	to: string;
}

export interface StatementView extends Days {
	/** A currency, or "all". */
	wallet: string;
}

export const ALL_WALLETS = "all";
/** Whole periods of which the days until today are shown. */
const MONTHS: Partial<Record<Period, number>> = { thisMonth: 1, thisQuarter: 3, thisYear: 12 };

/** The period of the same length before (-1) or after (1), without days in the future. Whole months stay whole months. */
export function shifted({ from, to }: Days, by: -1 | 1, today: string): Days {
	const end = addDays(to, 1);
	const begun = MONTHS[periodOf(from, to, today) ?? "today"];
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

/** By default this month of the first wallet. */
export function readStatementView(
	params: URLSearchParams,
	currencies: readonly string[],
	today: string,
): StatementView & { isWhole: boolean } {
	const { read, isWhole } = readAddress(params, {
		wallet: (value) => value === ALL_WALLETS || currencies.includes(value),
		from: isCalendarDay,
		to: isCalendarDay,
	});
	const { wallet = currencies[0] ?? "", from, to } = read;
	const isPeriod = from !== undefined && to !== undefined && from <= to && addDays(from, 366) > to;
	const isFault = !isPeriod && (from !== undefined || to !== undefined);
	return { wallet, ...(isPeriod ? { from, to } : periodDays("thisMonth", today)), isWhole: isWhole && !isFault };
}

export function statementViewPath(view: StatementView): string {
	const { wallet, from, to } = view;
	return withQuery("/statements", { wallet, from, to });
}
