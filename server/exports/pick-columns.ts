import type { Column } from "#server/exports/sheet.ts";

/**
 * Picks a file's columns by the columns chosen in the list; `of` maps a column of the list to those of the file. The currency follows
 * the last amount, and a file with amounts ends with the columns of `withMoney`. Without a choice the file has all columns.
 */
export function pickColumns<Row, Key extends string, Shown extends string>(
	all: Readonly<Record<Key, Column<Row>>>,
	of: Readonly<Record<Shown, readonly Key[]>>,
	chosen: readonly Shown[] | null,
	withMoney: readonly Key[] = [],
): Column<Row>[] {
	const keys = Object.keys(all) as Key[];
	if (chosen === null) return keys.map((key) => all[key]);
	const picked = [...new Set(chosen.flatMap((shown) => of[shown]))];
	const lastMoney = picked.findLastIndex((key) => all[key].kind === "money");
	const currency = keys.filter((key) => all[key].kind === "currency");
	if (lastMoney >= 0) picked.splice(lastMoney + 1, 0, ...currency);
	return [...picked, ...(lastMoney >= 0 ? withMoney : [])].map((key) => all[key]);
}
