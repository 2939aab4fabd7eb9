import type { RecognisedTable } from "#lib/batches/recognise-columns.ts";
import type { BatchInputRow } from "#lib/contracts/batch.ts";

/** The rows of a table as a batch takes them. `currency` stands where no column or cell says one. */
export function inputRows(
	table: readonly (readonly string[])[],
	{ columns, hasHeading }: RecognisedTable,
	currency: string,
): BatchInputRow[] {
	const rows = hasHeading ? table.slice(1) : table;
	return rows.map((cells) => {
		const cell = (place: number | undefined, most: number) =>
			place === undefined ? "" : (cells[place] ?? "").slice(0, most);
		return {
			destination: cell(columns.destination, 40),
			amount: cell(columns.amount, 40),
			currency: cell(columns.currency, 10) || currency,
			operator: cell(columns.operator, 64),
			country: cell(columns.country, 60),
			name: cell(columns.name, 120),
			purpose: cell(columns.purpose, 140),
		};
	});
}
