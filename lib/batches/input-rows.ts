import { unitsIn } from "#lib/amounts/heading-units.ts";
import { isUnitOf, parseWrittenAmount } from "#lib/amounts/written-amount.ts";
import { MOST_CELL } from "#lib/batches/batch-states.ts";
import type { RecognisedTable, RowField } from "#lib/batches/recognise-columns.ts";
import type { BatchInputRow } from "#lib/contracts/batch.ts";
import { COUNTRIES } from "#lib/countries.ts";
import { currencyDecimals } from "#lib/money.ts";
import { cutCell } from "#lib/text/clean-cell.ts";

/** Converts the rows of a table to rows of a batch. `currency`: the currency of rows that name none. */
export function inputRows(
	table: readonly (readonly string[])[],
	{ columns, hasHeading, separator }: RecognisedTable,
	currency: string,
): BatchInputRow[] {
	const rows = hasHeading ? table.slice(1) : table;
	const cellOf = (cells: readonly string[], place: number | undefined) =>
		place === undefined ? "" : cutCell(cells[place] ?? "", MOST_CELL);
	const width = hasHeading ? (table[0]?.length ?? 0) : usualWidth(rows);
	const place = columns.amount;
	// Figures beside the amounts are a column of their own if each row has that cell, with a figure or nothing.
	const isOwn = rows.every((cells) => /^[\d\s.,-]*$/.test(cells[(place ?? -1) + 1] ?? "?"));
	const isCut = (cell: string, next: string) =>
		separator === "," && (isOwn ? /^\D*\d{1,3}\|\d{3}(?!\d)/.test(`${cell}|${next}`) : isEnd(cell, next, currency));
	const amountOf = (cells: readonly string[]) => wholeAmount(cells, { place, width, isCut });
	const decimal = decimalSign(rows.map(amountOf));
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

/**
 * An unquoted "1,500" in CSV fills two cells, so its row is too wide, unless it leaves out its last cell. Joins the two by "|", so that the
 * row's check refuses the amount. `isCut`: a figure beside the amount may be its end.
 */
function wholeAmount(
	cells: readonly string[],
	{ place, width, isCut }: { place: number | undefined; width: number; isCut: (cell: string, next: string) => boolean },
): string {
	const [cell = "", next = ""] = place === undefined ? [] : cells.slice(place, place + 2);
	const isSplit = /\d$/.test(cell) && /^\d/.test(next) && (cells.length > width || isCut(cell, next));
	return cutCell(isSplit ? `${cell} | ${next}` : cell, MOST_CELL);
}

/** Before a comma with three figures stand at most three; of a currency with decimals, any number. */
function isEnd(cell: string, next: string, currency: string): boolean {
	const unit = next.replace(/^\d{1,3}(?:\.\d+)?\s*/, "");
	if (currencyDecimals(currency) === 0 && /\d{4,}\|\d{3}$/.test(`${cell}|${next}`)) return false;
	return unit === "" || /^[km]$/i.test(unit) || isUnitOf(unit, currency);
}

/**
 * Adds the heading's units to an amount, unless they name its currency: "25 (milliers)" is refused, and never paid as 25. Beside the row's
 * own currency, other codes are those of other rows: "Montant (USD/CDF)".
 */
function withUnits(amount: string, units: readonly string[], currency: string): string {
	const foreign = units.filter((unit) => "fault" in parseWrittenAmount(`${unit} 1`, currency));
	const others = foreign.length < units.length ? foreign.filter((unit) => !isCurrency(unit)) : foreign;
	return amount === "" || others.length === 0 ? amount : cutCell(`${amount} (${others.join(" ")})`, MOST_CELL);
}

const isCurrency = (unit: string) =>
	COUNTRIES.some(({ currencies }) => currencies.some((code) => code === unit.toUpperCase()));

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
