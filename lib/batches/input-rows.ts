import { unitsIn } from "#lib/amounts/heading-units.ts";
import { isUnitOf, parseWrittenAmount } from "#lib/amounts/written-amount.ts";
import { MOST_CELL } from "#lib/batches/batch-states.ts";
import type { RecognisedTable, RowField } from "#lib/batches/recognise-columns.ts";
import type { BatchInputRow } from "#lib/contracts/batch.ts";
import { cutCell } from "#lib/text/clean-cell.ts";

/** Converts the rows of a table to rows of a batch. `currency`: the currency of rows that name none. */
export function inputRows(
	table: readonly (readonly string[])[],
	{ columns, hasHeading }: RecognisedTable,
	currency: string,
): BatchInputRow[] {
	const rows = hasHeading ? table.slice(1) : table;
	const cellOf = (cells: readonly string[], place: number | undefined) =>
		place === undefined ? "" : cutCell(cells[place] ?? "", MOST_CELL);
	const amountOf = (cells: readonly string[]) => wholeAmount(cells, columns.amount, width);
	const width = hasHeading ? (table[0]?.length ?? 0) : usualWidth(rows);
	const decimal = decimalSign(rows.map(amountOf));
	const place = columns.amount;
	const units = hasHeading && place !== undefined ? unitsIn(table[0]?.[place] ?? "") : [];
	return rows.map((cells) => {
		const cell = (field: RowField) => cellOf(cells, columns[field]);
		const own = cell("currency") || currency;
		return {
			destination: cell("destination"),
			amount: withUnits(asDecimals(amountOf(cells), decimal), units, isUnitOf(own, currency) ? currency : own),
			currency: own,
			operator: cell("operator"),
			country: cell("country"),
			name: cell("name"),
			purpose: cell("purpose"),
		};
	});
}

/** An unquoted "1,500" in CSV fills two cells, so its row is too wide. Joins the two by "|", so that the row's check refuses the amount. */
function wholeAmount(cells: readonly string[], place: number | undefined, width: number): string {
	const cell = place === undefined ? "" : (cells[place] ?? "");
	const next = place === undefined ? "" : (cells[place + 1] ?? "");
	const isSplit = cells.length > width && /^\d/.test(cell) && /^\d/.test(next);
	return cutCell(isSplit ? `${cell} | ${next}` : cell, MOST_CELL);
}

/** Adds the heading's units to an amount, unless they only name its currency: "25 (milliers)" is refused, and never paid as 25. */
function withUnits(amount: string, units: readonly string[], currency: string): string {
	const others = units.filter((unit) => "fault" in parseWrittenAmount(`${unit} 1`, currency));
	return amount === "" || others.length === 0 ? amount : cutCell(`${amount} (${others.join(" ")})`, MOST_CELL);
}

function usualWidth(rows: readonly (readonly string[])[]): number {
	const counts = Map.groupBy(rows, ({ length }) => length);
	const [usual] = [...counts].sort(([, some], [, others]) => others.length - some.length);
	return usual?.[0] ?? 0;
}

/** Finds the decimal sign of a column: "98500.4" in a cell proves that the point in "750.375" is one. Null without such a cell. */
function decimalSign(cells: readonly string[]): string | null {
	for (const cell of cells) {
		const sign = /^\D*\d+([.,])(?:\d{1,2}|\d{4,})\D*$/.exec(cell)?.[1];
		if (sign) return sign;
	}
	return null;
}

/** Adds a zero after three decimals: "750.375" becomes "750.3750", which nobody reads as thousands. */
function asDecimals(cell: string, sign: string | null): string {
	const match = /^\d+([.,])\d{3}$/.exec(cell);
	return match?.[1] === sign && sign !== null ? `${cell}0` : cell;
}
