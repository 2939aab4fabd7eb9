import { isFilterText, isOperatorCode } from "#lib/addresses/filter-values.ts";
import { PAGE_ROWS, readAddress, readPageNumber, viewPath } from "#lib/addresses/view-address.ts";
import { withQuery } from "#lib/api.ts";
import type { Movement, MovementQuery } from "#lib/contracts/movement.ts";
import { isCalendarDay } from "#lib/dates.ts";
import { isAmountBound } from "#lib/money.ts";
import { MOVEMENT_SORTS, type MovementSort } from "#lib/movements/movement-sorts.ts";
import { rangeFaults } from "#lib/movements/range-faults.ts";
import { typedText } from "#lib/text/typed-text.ts";

export interface MovementView {
	currency: string;
	query: MovementQuery;
	page: number;
	/** True when an invalid part of the address was left out. */
	dropped: boolean;
}

export type MovementChange = Partial<Omit<MovementQuery, "limit" | "cursor">> & { currency?: string };

const TYPED = new Set(["name", "purpose"]);
export const USUAL_SORT: MovementSort = "-createdAt";

/**
 * Never throws: invalid parts of the address are left out, and `dropped` reports that. `currencies`: those of the configured wallets, at
 * least one; `limit`: the member's page size.
 */
export function readMovementView(
	params: URLSearchParams,
	currencies: readonly string[],
	limit: number = PAGE_ROWS,
): MovementView {
	const typed = new URLSearchParams(
		[...params].map(([name, value]) => [name, TYPED.has(name) ? typedText(value) : value]),
	);
	const { read, isWhole } = readAddress(typed, {
		currency: (value) => currencies.includes(value),
		type: (value) => value.length <= 64 && !value.includes("\0"),
		operator: isOperatorCode,
		name: isFilterText,
		purpose: isFilterText,
		from: isCalendarDay,
		to: isCalendarDay,
		minAmount: isAmountBound,
		maxAmount: isAmountBound,
		sort: (value) => MOVEMENT_SORTS.some((known) => known === value),
		cursor: (value) => value.length <= 400,
	});
	const crossed = rangeFaults(read).map(([field]) => field);
	for (const field of crossed) {
		delete read[field];
		delete read[field === "from" ? "to" : "maxAmount"];
	}
	const { currency = currencies[0] ?? "", sort = USUAL_SORT, ...rest } = read;
	const { page, isWhole: isPageRead } = readPageNumber(params, rest.cursor);
	const query: MovementQuery = {
		...rest,
		sort: sort as MovementSort,
		limit,
	};
	return { currency, query, page, dropped: crossed.length > 0 || !isWhole || !isPageRead };
}

export function movementViewPath({ currency, query }: MovementView, change: MovementChange = {}): string {
	return viewPath<MovementQuery & { currency: string }>("/movements", { currency, ...query }, change, USUAL_SORT);
}

export function movementPagePath(view: MovementView, cursor: string | undefined, page: number): string {
	const first = movementViewPath(view);
	if (!cursor) return first;
	const query = { cursor, page: page > 0 ? page : undefined };
	return `${first}&${withQuery("", query).slice(1)}`;
}

/** Leaves out lines of another wallet, because a sum has one currency, and lines that the list shows as withdrawn meanwhile. */
export function countedLines(lines: readonly Movement[], currency: string, shown: readonly Movement[]): Movement[] {
	const gone = new Set(shown.flatMap(({ id, withdrawnAt }) => (withdrawnAt === null ? [] : [id])));
	return lines.filter((line) => line.currency === currency && !gone.has(line.id));
}
