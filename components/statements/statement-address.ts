import { readAddress } from "#lib/addresses/view-address.ts";
import { withQuery } from "#lib/api.ts";
import { addDays, isCalendarDay } from "#lib/dates.ts";
import { periodDays } from "#lib/movements/periods.ts";

export interface StatementView {
	from: string;
	to: string;
	/** A currency, or `ALL_WALLETS`. */
	wallet: string;
}

export const ALL_WALLETS = "all";
export const USUAL_PERIOD = "thisMonth";

/** Reads the view in an address; by default this month of the first wallet. */
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
	return { wallet, ...(isPeriod ? { from, to } : periodDays(USUAL_PERIOD, today)), isWhole: isWhole && !isFault };
}

export function statementViewPath(view: StatementView): string {
	const { wallet, from, to } = view;
	return withQuery("/statements", { wallet, from, to });
}
