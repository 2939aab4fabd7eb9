/** Writes rows as CSV (RFC 4180, UTF-8 with a BOM that tells spreadsheets the encoding), with the language's separators. */

import { decimalSign } from "#lib/amounts/thousands.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { minorOf, toShownDecimal } from "#lib/money.ts";
import { neutraliseFormulas } from "#server/exports/neutralise-formulas.ts";
import { type Column, localTime, type Sheet } from "#server/exports/sheet.ts";

/** A spreadsheet program set to French reads a comma as the decimal sign, so it needs another separator. */
const MARKS: Record<Locale, "," | ";"> = { en: ",", fr: ";" };

export async function* csvChunks<Row>(sheet: Sheet<Row>, locale: Locale, timeZone: string): AsyncGenerator<Uint8Array> {
	const encoder = new TextEncoder();
	const mark = MARKS[locale];
	const { columns, currencyOf } = sheet;
	const cell = (column: Column<Row>, row: Row): string => {
		const value = column.of(row);
		if (value === null) return "";
		switch (column.kind) {
			case "money":
			case "balance":
				return toShownDecimal(minorOf(value), currencyOf(row)).replace(".", decimalSign(locale));
			case "time":
				return localTime(value, timeZone);
			case "day":
			case "count":
				return /^\d[\d-]*$/.test(value) ? value : textCell(value);
			case "phone":
				// A plus sign needs an apostrophe before it, which spreadsheet programs show. Without it, six zeros at the end look rounded.
				return textCell(value.replace(/^\+(?=\d)(?!\d*0{6}$)/, ""));
			default:
				return textCell(value);
		}
	};
	yield encoder.encode(`\uFEFF${columns.map(({ head }) => textCell(head)).join(mark)}\r\n`);
	for await (const rows of sheet.batches) {
		const lines = rows.map((row) => `${columns.map((column) => cell(column, row)).join(mark)}\r\n`);
		yield encoder.encode(lines.join(""));
	}
}

/** Quotes the text and makes it harmless to a reader that splits at another separator or ignores quotes. */
export function textCell(text: string): string {
	return `"${neutraliseFormulas(text).replaceAll('"', '""')}"`;
}
