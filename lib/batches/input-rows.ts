import { MOST_CELL } from "#lib/batches/batch-states.ts";
import type { RecognisedTable, RowField } from "#lib/batches/recognise-columns.ts";
import type { BatchInputRow } from "#lib/contracts/batch.ts";
import { cutCell } from "#lib/text/clean-cell.ts";

/** Converts the rows of a table to rows of a batch. `currency` is for rows that name none. */
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
	return rows.map((cells) => {
		const cell = (field: RowField) => cellOf(cells, columns[field]);
		return {
			destination: cell("destination"),
			amount: asDecimals(amountOf(cells), decimal),
			currency: cell("currency") || currency,
			operator: cell("operator"),
			country: cell("country"),
			name: cell("name"),
			purpose: cell("purpose"),
		};
	});
}

/** "1,500" without quotes fills two cells, so its row has more cells than others. Joins both by "|", which the row's check refuses. */
function wholeAmount(cells: readonly string[], place: number | undefined, width: number): string {
	const cell = place === undefined ? "" : (cells[place] ?? "");
	const next = place === undefined ? "" : (cells[place + 1] ?? "");
	const isSplit = cells.length > width && /^\d/.test(cell) && /^\d/.test(next);
	return cutCell(isSplit ? `${cell} | ${next}` : cell, MOST_CELL);
}

function usualWidth(rows: readonly (readonly string[])[]): number {
	const counts = Map.groupBy(rows, ({ length }) => length);
	const [usual] = [...counts].sort(([, some], [, others]) => others.length - some.length);
	return usual?.[0] ?? 0;
}

/** Finds the decimal sign of a column: a cell "98500.4" shows that "750.375" is not 750,375. Null if no cell tells. */
function decimalSign(cells: readonly string[]): string | null {
	for (const cell of cells) {
		const sign = /^\D*\d+([.,])(?:\d{1,2}|\d{4,})\D*$/.exec(cell)?.[1];
		if (sign) return sign;
	}
	return null;
}

/** Adds a zero to three decimals, so that they are never taken for thousands. */
function asDecimals(cell: string, sign: string | null): string {
	const match = /^\d+([.,])\d{3}$/.exec(cell);
	return match?.[1] === sign && sign !== null ? `${cell}0` : cell;
}
