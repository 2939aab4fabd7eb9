import { PAGE_ROWS } from "#lib/addresses/view-address.ts";

export const LISTS = ["movements", "deposits", "payouts"] as const;
export type ListName = (typeof LISTS)[number];

export const DENSITIES = ["normal", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** The layout of a list until the member chooses one. */
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

export const COLUMNS: { readonly [List in ListName]: readonly ListColumns[List][] } = {
	movements: MOVEMENT_COLUMNS,
	deposits: PAYMENT_COLUMNS.filter((column) => column !== "approver"),
	payouts: PAYMENT_COLUMNS,
};

/** The count of columns, from the first, that a list shows until the member chooses columns. */
const USUAL: Record<ListName, number> = { movements: 6, deposits: 9, payouts: 9 };

export function usualColumns<List extends ListName>(list: List): readonly ListColumns[List][] {
	return COLUMNS[list].slice(0, USUAL[list]);
}

/**
 * The chosen columns that this version knows, each once and in the chosen order. The date always comes first, because it links to the
 * row's page. Null without a choice.
 */
export function chosenColumns<List extends ListName>(
	list: List,
	chosen: readonly string[] | null | undefined,
): readonly ListColumns[List][] | null {
	if (!chosen) return null;
	const known: readonly string[] = COLUMNS[list];
	return [...new Set(["when", ...chosen])].filter((name): name is ListColumns[List] => known.includes(name));
}
