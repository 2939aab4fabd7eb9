/** The parts of a workbook other than its sheet: content types, relations and cell styles. */
import type { ZipEntry } from "#server/exports/zip-stream.ts";

/** Indexes in `cellXfs` below. */
export const STYLES = { plain: 0, whole: 1, money: 2, time: 3, day: 4, bold: 5, boldWhole: 6, boldMoney: 7 } as const;

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

/** Returns every part but the sheet. Excel limits `sheetName` to 31 characters, none of `[]:*?/\`. */
export function workbookFrame(sheetName: string): ZipEntry[] {
	return [
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
			`<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		),
		part(
			"xl/_rels/workbook.xml.rels",
			`<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
		),
		part(
			"xl/styles.xml",
			`<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${LOOKS.length}">${XFS}</cellXfs></styleSheet>`,
		),
	];
}

/** XML cannot represent most control characters: they become the replacement character. */
export function escaped(value: string): string {
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
