/** The address of a view of movements. */

import { withQuery } from "#lib/api.ts";
import type { MovementQuery } from "#lib/contracts/movement.ts";
import { isCalendarDay } from "#lib/dates.ts";
import { isAmountBound } from "#lib/money.ts";
import { MOVEMENT_SORTS, type MovementSort } from "#lib/movement-sorts.ts";
import { PAGE_ROWS, readAddress, readPageNumber, viewPath } from "#lib/view-address.ts";

export interface MovementView {
	currency: string;
	query: MovementQuery;
	/** Which page the cursor opens, for the words "51–100 of 412"; the cursor alone decides what is shown. */
	page: number;
	/** Something in the address could not be read and was left out. */
	dropped: boolean;
}

/** Another filter or order starts at its first page. */
export type MovementChange = Partial<Omit<MovementQuery, "limit" | "cursor">> & { currency?: string };

const USUAL_SORT: MovementSort = "-createdAt";

/** Never throws: a link with a fault still opens, and says so. `currencies` are the configured wallets, at least one. */
export function readMovementView(params: URLSearchParams, currencies: readonly string[]): MovementView {
	const { read, isWhole } = readAddress(params, {
		currency: (value) => currencies.includes(value),
		type: (value) => value.length <= 64,
		from: isCalendarDay,
		to: isCalendarDay,
		minAmount: isAmountBound,
		maxAmount: isAmountBound,
		sort: (value) => MOVEMENT_SORTS.some((known) => known === value),
		cursor: (value) => value.length <= 400,
	});
	const { currency = currencies[0] ?? "", from, to, sort = USUAL_SORT, ...rest } = read;
	const isCrossed = from !== undefined && to !== undefined && from > to;
	const { page, isWhole: isPageRead } = readPageNumber(params, rest.cursor);
	const query: MovementQuery = {
		...rest,
		...(from && !isCrossed ? { from } : {}),
		...(to && !isCrossed ? { to } : {}),
		sort: sort as MovementSort,
		limit: PAGE_ROWS,
	};
	return { currency, query, page, dropped: isCrossed || !isWhole || !isPageRead };
}

/** The page's address for a view changed; a key set to undefined is taken away. */
export function movementViewPath({ currency, query }: MovementView, change: MovementChange = {}): string {
	return viewPath<MovementQuery & { currency: string }>("/movements", { currency, ...query }, change, USUAL_SORT);
}

/** Another page of the same view; without a cursor the first. */
export function movementPagePath(view: MovementView, cursor: string | undefined, page: number): string {
	const first = movementViewPath(view);
	if (!cursor) return first;
	const query = { cursor, page: page > 0 ? page : undefined };
	return `${first}&${withQuery("", query).slice(1)}`;
}
