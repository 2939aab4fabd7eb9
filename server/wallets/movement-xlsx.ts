/** Movements as a workbook of one sheet, written as the rows arrive. */
import type { Movement } from "#lib/contracts/movement.ts";
import type { BusinessTime } from "#server/wallets/business-time.ts";
import { type ZipEntry, zipStream } from "#server/wallets/zip-stream.ts";

/** Rows of a sheet, the header aside: the format's own limit. */
export const XLSX_MAX_ROWS = 1_048_575;

/** Text cells are inline strings: a spreadsheet program never reads one as a formula. Amounts keep every digit as written. */
export function xlsxStream(batches: AsyncIterable<Movement[]>, time: BusinessTime): AsyncGenerator<Uint8Array> {
	return zipStream([...FRAME, { name: "xl/worksheets/sheet1.xml", content: sheet(batches, time) }]);
}

const COLUMNS = ["type", "amount", "fee", "currency", "created_at", "created_at_utc", "withdrawn_at"];
const WIDTHS = [16, 18, 14, 10, 20, 30, 30];
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

async function* sheet(batches: AsyncIterable<Movement[]>, time: BusinessTime): AsyncGenerator<string> {
	const widths = WIDTHS.map(
		(width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
	);
	yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData><row>${COLUMNS.map(text).join("")}</row>`;
	for await (const batch of batches) {
		yield batch.map((movement) => row(movement, time)).join("");
	}
	yield "</sheetData></worksheet>";
}

/** The last cell marks what the service took back. */
function row(movement: Movement, time: BusinessTime): string {
	const { type, amount, fee, currency, createdAt, withdrawnAt } = movement;
	const times = `${moment(time.wallMs(createdAt))}${text(createdAt)}${withdrawnAt === null ? "" : text(withdrawnAt)}`;
	return `<row>${text(type)}${money(amount)}${money(fee)}${text(currency)}${times}</row>`;
}

function text(value: string): string {
	return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

function money(decimal: string): string {
	return `<c s="1"><v>${decimal}</v></c>`;
}

/** Spreadsheets count days from 30 December 1899. */
function moment(wallMs: number): string {
	return `<c s="2"><v>${(wallMs + 2_209_161_600_000) / 86_400_000}</v></c>`;
}

/** XML has no way to write most control characters: they become the replacement character. */
function escaped(value: string): string {
	return value
		.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;");
}

function part(name: string, xml: string): ZipEntry {
	return { name, content: [DECLARATION + xml] };
}

const FRAME: readonly ZipEntry[] = [
	part(
		"[Content_Types].xml",
		`<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
	),
	part(
		"_rels/.rels",
		`<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
	),
	part(
		"xl/workbook.xml",
		`<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="movements" sheetId="1" r:id="rId1"/></sheets></workbook>`,
	),
	part(
		"xl/_rels/workbook.xml.rels",
		`<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
	),
	part(
		"xl/styles.xml",
		`<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
	),
];
