/** Adds up the money columns of a sheet while its rows are written: exact, in constant memory. */
import type { AmountMinor } from "#lib/money.ts";
import { minorOf } from "#lib/money.ts";
import type { Sheet } from "#server/exports/sheet.ts";

export interface Total {
	/** Null for the sum of all rows of the currency. */
	group: string | null;
	currency: string;
	/** One entry per column; null for a column without money. */
	sums: (AmountMinor | null)[];
}

// Beyond this many groups there are no subtotals: the service may even give each line a type of its own.
const MOST_GROUPS = 40;

export interface Totals<Row> {
	rows: number;
	add(row: Row): void;
	/** The groups by name and currency, then one sum per currency; no groups when there are too many. */
	list(): Total[];
}

export function totalsOf<Row>({ columns, currencyOf, groupOf }: Sheet<Row>): Totals<Row> {
	const known = new Map<string, Total>();
	let tooMany = false;
	const totalOf = (group: string | null, currency: string): Total | null => {
		const key = group === null ? currency : `${currency} ${group}`;
		const found = known.get(key);
		if (found) return found;
		if (group !== null && known.size >= MOST_GROUPS) {
			tooMany = true;
			return null;
		}
		const made: Total = { group, currency, sums: columns.map(({ kind }) => (kind === "money" ? 0n : null)) };
		known.set(key, made);
		return made;
	};
	const addTo = (total: Total | null, amounts: readonly (AmountMinor | null)[]) => {
		if (!total) return;
		total.sums = total.sums.map((sum, place) => (sum === null ? null : sum + (amounts[place] ?? 0n)));
	};
	return {
		rows: 0,
		add(row) {
			this.rows += 1;
			const currency = currencyOf(row);
			const amounts = columns.map((column) => {
				const value = column.kind === "money" ? column.of(row) : null;
				return value === null ? null : minorOf(value);
			});
			const group = groupOf?.(row) ?? null;
			if (group !== null) addTo(totalOf(group, currency), amounts);
			addTo(totalOf(null, currency), amounts);
		},
		list() {
			const all = [...known.values()].filter(({ group }) => group === null || !tooMany);
			return all.sort(
				(a, b) =>
					Number(a.group === null) - Number(b.group === null) ||
					compare(a.group ?? "", b.group ?? "") ||
					compare(a.currency, b.currency),
			);
		},
	};
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
