import { MOST_CELL } from "#lib/batches/batch-states.ts";
import type { RecognisedTable, RowField } from "#lib/batches/recognise-columns.ts";
import type { BatchInputRow } from "#lib/contracts/batch.ts";

/** The rows of a table as a batch takes them. `currency` stands where no column or cell says one. */
export function inputRows(
	table: readonly (readonly string[])[],
	{ columns, hasHeading }: RecognisedTable,
	currency: string,
): BatchInputRow[] {
	const rows = hasHeading ? table.slice(1) : table;
	const cellOf = (cells: readonly string[], place: number | undefined) =>
		place === undefined ? "" : (cells[place] ?? "").slice(0, MOST_CELL);
	const decimal = decimalSign(rows.map((cells) => cellOf(cells, columns.amount)));
	return rows.map((cells) => {
		const cell = (field: RowField) => cellOf(cells, columns[field]);
		return {
			destination: cell("destination"),
			amount: asDecimals(cell("amount"), decimal),
			currency: cell("currency") || currency,
			operator: cell("operator"),
			country: cell("country"),
			name: cell("name"),
			purpose: cell("purpose"),
		};
	});
}

/** The sign that stands before decimals in a column: "98500.4" among its cells makes "750.375" no 750,375. */
function decimalSign(cells: readonly string[]): string | null {
	for (const cell of cells) {
		const sign = /^\D*\d+([.,])(?:\d{1,2}|\d{4,})\D*$/.exec(cell)?.[1];
		if (sign) return sign;
	}
	return null;
}

/** One more zero: three decimals are then never taken for thousands. */
function asDecimals(cell: string, sign: string | null): string {
	const match = /^\d+([.,])\d{3}$/.exec(cell);
	return match?.[1] === sign && sign !== null ? `${cell}0` : cell;
}
