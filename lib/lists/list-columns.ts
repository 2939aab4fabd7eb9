/** The lists whose columns members choose, and the columns of each. */
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";

export const LISTS = ["movements", "deposits", "payouts"] as const;
export type ListName = (typeof LISTS)[number];

export const DENSITIES = ["normal", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

/** Rows of a page. */
export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** The layout of a list until a member chooses. */
export const USUAL_LAYOUT = { columns: null, density: "normal", rows: PAGE_ROWS } as const;

const PAYMENT_COLUMNS = [
	...(["when", "state", "person", "operator", "reference", "purpose", "maker", "fee", "amount"] as const),
	...(["approver", "sent", "processed", "status", "id"] as const),
] as const;
export type PaymentColumn = (typeof PAYMENT_COLUMNS)[number];

const MOVEMENT_COLUMNS = [
	...(["when", "type", "payment", "fee", "amount", "balance"] as const),
	...(["name", "operator", "purpose", "reference"] as const),
] as const;
export type MovementColumn = (typeof MOVEMENT_COLUMNS)[number];

export interface ListColumns {
	movements: MovementColumn;
	deposits: Exclude<PaymentColumn, "approver">;
	payouts: PaymentColumn;
}

/** All columns of each list; a deposit needs no approver. */
export const COLUMNS: { readonly [List in ListName]: readonly ListColumns[List][] } = {
	movements: MOVEMENT_COLUMNS,
	deposits: PAYMENT_COLUMNS.filter((column) => column !== "approver"),
	payouts: PAYMENT_COLUMNS,
};

/** The number of columns that a list shows until a member chooses. */
const USUAL: Record<ListName, number> = { movements: 6, deposits: 9, payouts: 9 };

export function usualColumns<List extends ListName>(list: List): readonly ListColumns[List][] {
	return COLUMNS[list].slice(0, USUAL[list]);
}

/**
 * The known columns among the chosen ones, each once and in their order; the first is always the date, which leads to the row's
 * page. Null without a choice.
 */
export function chosenColumns<List extends ListName>(
	list: List,
	chosen: readonly string[] | null | undefined,
): readonly ListColumns[List][] | null {
	if (!chosen) return null;
	const known: readonly string[] = COLUMNS[list];
	return [...new Set(["when", ...chosen])].filter((name): name is ListColumns[List] => known.includes(name));
}
