import { describe, expect, test } from "vitest";
import { readSpreadsheet as readTable } from "#server/spreadsheets/read-spreadsheet.ts";
import { XML_HEAD as HEAD, workbookOf } from "#tests/support/files/workbook-of.ts";

const readSpreadsheet = async (bytes: Buffer) => (await readTable(bytes)).rows;

const STYLES = `${HEAD}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="#,##0 &quot;days&quot;"/></numFmts>
	<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
const sheet = (rows: string) => `${HEAD}<worksheet><sheetData>${rows}</sheetData></worksheet>`;

const workbook = (parts: Record<string, string>) => workbookOf({ "xl/styles.xml": STYLES, ...parts });
const oneSheet = (rows: string, parts: Record<string, string> = {}) =>
	workbook({ "xl/worksheets/sheet1.xml": sheet(rows), ...parts });
const cell = (inside: string) => `<row><c ${inside}</c></row>`;

describe("a cell of a workbook", () => {
	test.each([
		["a number", 't="n"><v>25000</v>', "25000"],
		["a number without a type", "><v>25000.5</v>", "25000.5"],
		["a number with three decimals, which are no thousands", "><v>750.375</v>", "750.3750"],
		["a number as the program shows it", "><v>98500.399999999994</v>", "98500.4"],
		["a text with thousands", 't="inlineStr"><is><t>750.375</t></is>', "750.375"],
		[
			"a long number that the program wrote with an exponent, which the check refuses",
			"><v>2.25070102E+12</v>",
			"2.25070102E+12",
		],
		["a text", 't="inlineStr"><is><t>0701020304</t></is>', "0701020304"],
		["a text in parts", 't="inlineStr"><is><r><t>07 01</t></r><r><t xml:space="preserve"> 02</t></r></is>', "07 01 02"],
		["a text of a formula", 't="str"><f>A1</f><v>Awa</v>', "Awa"],
		["the number that a formula gave", "><f>B1*2</f><v>50000</v>", "50000"],
		["a formula that was never computed", "><f>B1*2</f>", ""],
		["an error", 't="e"><f>1/0</f><v>#DIV/0!</v>', "#DIV/0!"],
		["a truth value", 't="b"><v>1</v>', "TRUE"],
		["a date of the business's own format, as a date and never an amount", 's="1"><v>46000</v>', "2025-12-09"],
		["a date of a built-in format", 's="2"><v>46000.75</v>', "2025-12-09"],
		["a number whose format has a quoted unit, with it", 's="3"><v>12</v>', "12 days"],
		["a number with all its digits before an exponent", "><v>2.250701020304E12</v>", "2250701020304"],
		["a date without a day, as a time", 's="2"><v>0.75</v>', "18:00"],
		["an empty cell with a style", 's="1">', ""],
		["signs that XML escapes", 't="inlineStr"><is><t>N&apos;Guessan &amp; fils</t></is>', "N'Guessan & fils"],
		["blanks around it", 't="inlineStr"><is><t xml:space="preserve">  Awa  </t></is>', "Awa"],
	])("is read: %s", async (_name, inside, text) => {
		const rows = await readSpreadsheet(await oneSheet(`${cell(inside)}<row><c t="n"><v>1</v></c></row>`));
		expect(rows).toEqual(text === "" ? [["1"]] : [[text], ["1"]]);
	});

	test("stands in the column that its name says, whatever is missing before it", async () => {
		const rows = '<row><c r="C1"><v>3</v></c></row><row><c r="A2"><v>1</v></c><c r="AB2"><v>28</v></c></row>';
		const [first, second] = await readSpreadsheet(await oneSheet(rows));
		expect([first?.length, first?.indexOf("3")]).toEqual([28, 2]);
		expect([second?.length, second?.at(-1)]).toEqual([28, "28"]);
	});

	test("is taken from the shared texts, without their reading aids", async () => {
		const shared = `${HEAD}<sst><si><t>Awa</t></si><si><r><t>Ko</t></r><r><t>fi</t></r><rPh><t>x</t></rPh></si></sst>`;
		const rows = '<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="s"><v>99</v></c></row>';
		expect(await readSpreadsheet(await oneSheet(rows, { "xl/sharedStrings.xml": shared }))).toEqual([
			["Kofi", "Awa", ""],
		]);
	});
});

describe("a workbook", () => {
	test.each([
		["without a sheet", () => workbook({}), "unreadable"],
		["with broken XML", () => workbook({ "xl/worksheets/sheet1.xml": "<worksheet><row>" }), "unreadable"],
		["with rows and no text", () => oneSheet(cell('s="1">')), "empty"],
		[
			"whose one long text stands in far too many cells",
			() =>
				oneSheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`.repeat(9_000), {
					"xl/sharedStrings.xml": `${HEAD}<sst><si><t>${"x".repeat(30_000)}</t></si></sst>`,
				}),
			"unreadable",
		],
	])("%s is refused by name", async (_name, file, fault) => {
		await expect(readSpreadsheet(await file())).rejects.toMatchObject({
			code: "invalid_input",
			fields: { file: fault },
		});
	});

	test("says which sheets were not read, and which rows and columns it hides", async () => {
		const rows = '<row hidden="1"><c><v>1</v></c></row><row><c><v>2</v></c></row>';
		const hides = sheet(rows).replace("<sheetData>", '<cols><col min="2" max="3" hidden="1"/></cols><sheetData>');
		const parts = { "xl/worksheets/sheet1.xml": hides, "xl/worksheets/sheet2.xml": sheet("") };
		const { rows: read, notes } = await readTable(await workbook(parts));
		expect(read).toEqual([["1"], ["2"]]);
		expect(notes).toEqual({ sheet: "One", otherSheets: ["Two"], hiddenRows: 1, hiddenColumns: 2 });
	});
});

describe("a text file", () => {
	test.each([
		["commas and a quoted comma", 'Name,Amount\nAwa,"1,500"', ["Name · Amount", "Awa · 1,500"]],
		["bars", "Awa|1500\nKofi|900", ["Awa · 1500", "Kofi · 900"]],
		["a quote in a quote", '"Awa ""la grande""";1500\nKofi;900', ['Awa "la grande" · 1500', "Kofi · 900"]],
		["rows of other lengths", "Awa;1500;x\nKofi;900", ["Awa · 1500 · x", "Kofi · 900"]],
		["one column", "0701020304\n0701020305", ["0701020304", "0701020305"]],
	])("with %s", async (_name, text, rows) => {
		expect((await readSpreadsheet(Buffer.from(text))).map((cells) => cells.join(" · "))).toEqual(rows);
	});
});
