/** Reads and writes the view of statements in its address, for page and browser. */
import { readAddress } from "#lib/addresses/view-address.ts";
import { withQuery } from "#lib/api.ts";
import { addDays, isCalendarDay } from "#lib/dates.ts";
import { monthDays } from "#lib/month-days.ts";

export interface StatementView {
	/** A currency, or "all". */
	wallet: string;
	from: string;
	to: string;
}

export const ALL_WALLETS = "all";
export const PRESETS = ["thisMonth", "lastMonth", "thisQuarter", "lastQuarter", "thisYear"] as const;
export type Preset = (typeof PRESETS)[number];

/** Whole months, so that what is shown can be closed. `today` is "2026-11-21". */
export function presetDays(preset: Preset, today: string): { from: string; to: string } {
	const [year = 0, month = 1] = today.split("-").map(Number);
	const quarter = month - ((month - 1) % 3);
	switch (preset) {
		case "thisMonth":
			return monthDays(year, month, 1);
		case "lastMonth":
			return monthDays(year, month - 1, 1);
		case "thisQuarter":
			return monthDays(year, quarter, 3);
		case "lastQuarter":
			return monthDays(year, quarter - 3, 3);
		case "thisYear":
			return monthDays(year, 1, 12);
	}
}

export function presetOf({ from, to }: StatementView, today: string): Preset | null {
	const fits = (preset: Preset) => {
		const days = presetDays(preset, today);
		return days.from === from && days.to === to;
	};
	return PRESETS.find(fits) ?? null;
}

/** The period of the same length before (-1) or after (1): whole months stay whole months. */
export function shifted({ from, to }: StatementView, by: -1 | 1): { from: string; to: string } {
	const end = addDays(to, 1);
	if (!from.endsWith("-01") || !end.endsWith("-01")) {
		const days = (Date.parse(end) - Date.parse(from)) / 86_400_000;
		return { from: addDays(from, by * days), to: addDays(to, by * days) };
	}
	const [year = 0, month = 1] = from.split("-").map(Number);
	const [endYear = 0, endMonth = 1] = end.split("-").map(Number);
	const count = (endYear - year) * 12 + endMonth - month;
	return monthDays(year, month + by * count, count);
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
	return { wallet, ...(isPeriod ? { from, to } : presetDays("thisMonth", today)), isWhole: isWhole && !isFault };
}

export function statementViewPath(view: StatementView): string {
	const { wallet, from, to } = view;
	return withQuery("/statements", { wallet, from, to });
}
