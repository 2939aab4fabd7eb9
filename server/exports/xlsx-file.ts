import { type AmountMinor, minorOf, shownDecimals, toShownDecimal } from "#lib/money.ts";
import { CURRENCY_PATTERN } from "#lib/paths.ts";
import { type Column, localTime, type Sheet } from "#server/exports/sheet.ts";
import { type Total, totalsOf } from "#server/exports/totals.ts";
import { type ZipEntry, zipStream } from "#server/exports/zip-stream.ts";

/** The format's limit of rows, less the heading and the totals. */
export const XLSX_MAX_ROWS = 1_048_576 - 200;

/** Text cells are inline strings, which a spreadsheet program never reads as a formula. Amounts keep every digit. */
export function xlsxStream(sheets: readonly SheetPart[]): AsyncGenerator<Uint8Array> {
	const entries = sheets.map(({ content }, place) => ({ name: `xl/worksheets/sheet${place + 1}.xml`, content }));
	return zipStream([...workbookFrame(sheets.map(({ name }) => name)), ...entries]);
}

export interface SheetPart {
	name: string;
	content: AsyncGenerator<string>;
}

export function sheetPart<Row>(sheet: Sheet<Row>, totalLabel: string, timeZone: string): SheetPart {
	return { name: sheet.name, content: sheetXml(sheet, totalLabel, timeZone) };
}

async function* sheetXml<Row>(sheet: Sheet<Row>, totalLabel: string, timeZone: string): AsyncGenerator<string> {
	const { columns, currencyOf } = sheet;
	const totals = totalsOf(sheet);
	yield worksheetHead(columns);
	for await (const rows of sheet.batches) {
		const lines: string[] = [];
		for (const row of rows) {
			totals.add(row);
			const cells = columns.map((column) => cell(column, row, currencyOf(row), timeZone));
			lines.push(rowXml(totals.rows + 1, cells));
		}
		yield lines.join("");
	}
	if (totals.rows > 0 && columns.some(({ kind }) => kind === "money")) {
		yield totalRows(totals.list(), columns, { totalLabel, lastRow: totals.rows + 1 });
	}
	yield "</sheetData></worksheet>";
}

function worksheetHead<Row>(columns: readonly Column<Row>[]): string {
	const widths = columns.map(
		({ width }, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`,
	);
	const heads = columns.map(({ head }) => text(head, STYLES.bold));
	return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData>${rowXml(1, heads)}`;
}

/** Each cell has its reference, because some programs do not count cells; empty cells are left out. */
function rowXml(line: number, cells: readonly (string | null)[]): string {
	const placed = cells.map((xml, place) => xml?.replace("<c", `<c r="${letters(place)}${line}"`));
	return `<row r="${line}">${placed.join("")}</row>`;
}

/** Returns the cell without its reference; null when empty. */
function cell<Row>(column: Column<Row>, row: Row, currency: string, timeZone: string): string | null {
	const value = column.of(row);
	if (value === null) return null;
	switch (column.kind) {
		case "money":
		case "balance":
			return money(minorOf(value), currency, false);
		case "time":
			return number(serialDay(localTime(value, timeZone)), STYLES.time);
		case "day":
			return number(serialDay(`${value} 00:00:00`), STYLES.day);
		case "count":
			return number(value, STYLES.whole);
		default:
			return text(value);
	}
}

/** Leaves one row empty, then writes the subtotals, and the totals as formulas where a formula can select their rows. */
function totalRows<Row>(
	totals: readonly Total[],
	columns: readonly Column<Row>[],
	{ totalLabel, lastRow }: { totalLabel: string; lastRow: number },
): string {
	const isOne = new Set(totals.map(({ currency }) => currency)).size === 1;
	const currencyAt = columns.findIndex(({ kind }) => kind === "currency");
	const range = (place: number) => `${letters(place)}$2:${letters(place)}$${lastRow}`;
	const formulaOf = (place: number, currency: string): string | null => {
		if (isOne) return `SUM(${range(place)})`;
		// A faulty row's currency may be any text, even one that a formula would evaluate.
		if (currencyAt < 0 || !CURRENCY_PATTERN.test(currency)) return null;
		return `SUMIF($${range(currencyAt).replace(":", ":$")},"${currency}",${range(place)})`;
	};
	const rows = totals.map(({ group, currency, sums }, below) => {
		const cells = columns.map(({ kind }, place) => {
			if (place === 0) return text(group === null ? totalLabel : `${totalLabel} · ${group}`, STYLES.bold);
			const sum = sums[place] ?? null;
			if (sum !== null) return money(sum, currency, true, group === null ? formulaOf(place, currency) : null);
			return kind === "currency" ? text(currency, STYLES.bold) : null;
		});
		return rowXml(lastRow + 2 + below, cells);
	});
	return rows.join("");
}

function text(value: string, style = 0): string {
	const of = style === 0 ? "" : ` s="${style}"`;
	return `<c${of} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

/** Stores the value beside the formula, for programs that do not calculate formulas. */
function money(minor: AmountMinor, currency: string, isBold: boolean, formula: string | null = null): string {
	const [whole, hundredths] = isBold ? [STYLES.boldWhole, STYLES.boldMoney] : [STYLES.whole, STYLES.money];
	const style = shownDecimals(minor, currency) === 0 ? whole : hundredths;
	const formulaXml = formula === null ? "" : `<f>${escaped(formula)}</f>`;
	return `<c s="${style}">${formulaXml}<v>${toShownDecimal(minor, currency)}</v></c>`;
}

function number(value: number | string, style: number): string {
	return `<c s="${style}"><v>${value}</v></c>`;
}

/** Takes a local time, since spreadsheets know no time zones. They count days from 30 December 1899. */
function serialDay(local: string): number {
	return (Date.parse(`${local.replace(" ", "T")}Z`) + 2_209_161_600_000) / 86_400_000;
}

/** Returns a column's letters: 0 is A, 26 is AA. */
function letters(place: number): string {
	const last = String.fromCharCode(65 + (place % 26));
	return place < 26 ? last : letters(Math.floor(place / 26) - 1) + last;
}

/** Indexes in `cellXfs` below. */
const STYLES = { plain: 0, whole: 1, money: 2, time: 3, day: 4, bold: 5, boldWhole: 6, boldMoney: 7 } as const;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

// Number formats 3 and 4 are built in: thousands separated, with no or two decimals, in the reader's notation.
const LOOKS = [
	[0, 0],
	[3, 0],
	[4, 0],
	[164, 0],
	[165, 0],
	[0, 1],
	[3, 1],
	[4, 1],
] as const;
const XFS = LOOKS.map(
	([format, font]) =>
		`<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
).join("");

/**
 * Returns every part but the sheets: content types, relations, workbook and cell styles. Excel limits a sheet's name to 31 characters,
 * none of `[]:*?/\`.
 */
function workbookFrame(names: readonly string[]): ZipEntry[] {
	const each = (xml: (number: number, name: string) => string) =>
		names.map((name, place) => xml(place + 1, name)).join("");
	return [
		part(
			"[Content_Types].xml",
			`<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
		),
		part(
			"_rels/.rels",
			`<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		),
		part(
			"xl/workbook.xml",
			`<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((number, name) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
		),
		part(
			"xl/_rels/workbook.xml.rels",
			`<Relationships xmlns="${PACKAGE}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
		),
		part(
			"xl/styles.xml",
			`<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${LOOKS.length}">${XFS}</cellXfs></styleSheet>`,
		),
	];
}

/** Escapes the text for XML, which cannot represent most control characters: they become the replacement character. */
function escaped(value: string): string {
	return value
		.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}

function part(name: string, xml: string): ZipEntry {
	return { name, content: [DECLARATION + xml] };
}
