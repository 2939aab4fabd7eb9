/** Workbooks of the table in `hostile-files.test.ts`. */
import { MOST_CELL } from "#lib/batches/batch-states.ts";
import type { HostileFile } from "#tests/integration/server/spreadsheets/hostile-texts.ts";
import { WORKBOOK, workbookOf, XML_HEAD } from "#tests/support/files/workbook-of.ts";

const AWA = "Awa: +2250701020304 1500";
const KOFI = "Kofi: +2250501020305 900";

const sheet = (rows: string) => `${XML_HEAD}<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const cells = (...some: (string | number)[]) =>
	`<row>${some.map((cell) => (typeof cell === "number" ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`)).join("")}</row>`;
const ROWS = cells("Nom", "Téléphone", "Montant") + cells("Awa", "0701020304", 1500);
const workbook = (rows: string, parts: Record<string, string> = {}) =>
	workbookOf({ "xl/worksheets/sheet1.xml": sheet(rows), ...parts });

const relations = (...some: string[]) =>
	`${XML_HEAD}<Relationships>${some.map((one) => `<Relationship ${one}/>`).join("")}</Relationships>`;

/** Changes the size that the archive declares for each of its parts. */
function withSize(archive: Buffer, size: number): Buffer {
	const changed = Buffer.from(archive);
	for (let at = changed.indexOf("PK\x01\x02"); at >= 0; at = changed.indexOf("PK\x01\x02", at + 1))
		changed.writeUInt32LE(size, at + 24);
	return changed;
}

function renamed(archive: Buffer, from: string, to: string): Buffer {
	return Buffer.from(archive.toString("latin1").replaceAll(from, to), "latin1");
}

export const WORKBOOKS: HostileFile[] = [
	{
		file: "salaires.xlsx",
		hostile: "accents, a lost zero, a fraction of a franc",
		read: [
			"Awa Traoré: +2250701020304 125000",
			"Kofi N’Guessan: +2250701020305 98500",
			"Yao Kouadio: amount too_many_decimals",
		],
	},
	{
		file: "decimales.xlsx",
		hostile: "750.375 is no 750,375",
		read: ["Awa: amount too_many_decimals", "Kofi: amount too_many_decimals"],
	},
	{
		file: "numeros.xlsx",
		hostile: "numbers as numbers, one turned into a date",
		read: ["Awa: +2250701020304 1500", "Kofi: +2250701020305 900", "Yao: destination is_date"],
	},
	{
		file: "hostile/numeros-formats.xlsx",
		hostile: "numbers as numbers that only look like one: 0000000000, 0# ## ## ## ##, +0, 2.25E+12",
		read: [AWA, KOFI, "Yao: +2250101020306 700", "Zoé: +2250701020307 800"],
	},
	{
		file: "hostile/arrondis.xlsx",
		hostile: "numbers that were saved as 2.2507E+12 and 2.25E+11",
		read: ["Awa: destination rounded", "Kofi: destination rounded"],
	},
	{
		file: "hostile/numeros-textes.xlsx",
		hostile: "blanks, no-break blanks, dots, dashes, apostrophes, marks of direction, two numbers in a cell",
		read: [
			"Awa: +2250701020304 25000",
			"Kofi: +2250501020305 25000",
			"Yao: +2250101020306 25000",
			"Zoé: +2250701020307 25000",
			"Ama: +2250501020308 25000",
			"Ali: destination too_long, amount not_a_number",
		],
	},
	{
		file: "hostile/devises.xlsx",
		hostile: "amounts that show FCFA, €, $ and XOF",
		read: [AWA, "Kofi: amount not_a_number", "Yao: amount not_a_number", "Zoé: +2250701020307 1500"],
	},
	{
		file: "hostile/pourcentages.xlsx",
		hostile: "50 % among the amounts",
		read: ["Awa: amount not_a_number", "Kofi: +2250501020305 1500"],
	},
	{
		file: "hostile/negatifs.xlsx",
		hostile: "(1,500), 0, 25 000 000 shown as 25 000k, +221-77… as a subtraction, 18:00 as an amount",
		read: [
			"Awa: amount not_positive",
			"Kofi: amount not_positive",
			"Yao: amount not_a_number",
			"Zoé: destination not_a_number",
			"Ama: amount not_a_number",
		],
	},
	{
		file: "formules.xlsx",
		hostile: "gross, deduction and net by formulas, one an error",
		read: [AWA, "Kofi: amount not_a_number"],
	},
	{
		file: "hostile/resultats.xlsx",
		hostile: "formulas with a text, a number, #N/A, #DIV/0!, 14285.71 and TRUE",
		read: [
			AWA,
			"Kofi: destination not_a_number",
			"Yao: amount not_a_number",
			"Zoé: amount too_many_decimals",
			"Ama: amount not_a_number",
		],
	},
	{
		file: "hostile/dates-1904.xlsx",
		hostile: "days since 1904, one in an amount",
		read: ["Awa, 2026-11-28: +2250701020304 1500", "Kofi, Mai: amount is_date"],
	},
	{
		file: "hostile/noms.xlsx",
		hostile: "emoji, Arabic with a mark of direction, a line break, a formula as a text",
		read: [
			"😀 Awa 👩‍👩‍👧: +2250701020304 1500",
			"محمد علي: +2250501020305 900",
			"Yao Kouadio: +2250101020306 700",
			"=1+1: +2250701020307 800",
		],
	},
	{
		file: "hostile/valores-pt.xlsx",
		hostile: "Portuguese headings",
		read: ["João Conceição, Salário: +2250701020304 1500"],
	},
	{
		file: "hostile/fusionnees.xlsx",
		hostile: "merged cells, headings on line 4 below a title, a total",
		read: ["Awa, Mai: +2250701020304 1500", "Kofi: +2250501020305 900", "Total: destination required"],
	},
	{ file: "hostile/double-entete.xlsx", hostile: "two rows of headings, gross and net", read: [AWA] },
	{
		file: "hostile/entetes-repetees.xlsx",
		hostile: "two columns named Téléphone with other numbers",
		read: ["which column? destination"],
	},
	{ file: "feuilles.xlsx", hostile: "a second sheet, which is named and not read", read: [AWA] },
	{
		file: "masquees.xlsx",
		hostile: "a hidden row and a hidden column, which are named and read",
		read: [AWA, KOFI, "Yao: +2250101020306 700"],
	},
	{ file: "vide.xlsx", hostile: "no rows", read: ["refused: empty"] },
	{ file: "liste.xls", hostile: "the format before 2007", read: ["refused: encrypted"] },
	{ file: "hostile/protege.xls", hostile: "a password", read: ["refused: encrypted"] },
	{ file: "salaires.ods", hostile: "LibreOffice's own format", read: ["refused: unreadable"] },
	{
		file: "java.xlsx",
		hostile: "numbers as Java writes them",
		made: () =>
			workbook(
				`${cells("Nom", "Téléphone", "Montant")}<row><c t="str"><v>Awa</v></c><c><v>2.250701020304E12</v></c><c><v>1500.0</v></c></row>`,
			),
		read: [AWA],
	},
	{
		file: "blanks.xlsx",
		hostile: "# ##0 and # ##0 F, which show millions as 1500 000",
		made: () =>
			workbook(
				cells("Nom", "Téléphone", "Montant") +
					["Awa", "Kofi"]
						.map((name, place) => {
							const number = `<c t="str"><v>070102030${place}</v></c>`;
							return `<row><c t="str"><v>${name}</v></c>${number}<c s="${place}"><v>1500000</v></c></row>`;
						})
						.join("") +
					`<row><c t="str"><v>Yao</v></c><c t="str"><v>0701020302</v></c><c s="2"><v>1500000</v></c></row>`,
				{
					"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#\\ ##0"/><numFmt numFmtId="165" formatCode="# ##0\\ &quot;F CFA&quot;"/><numFmt numFmtId="166" formatCode="0&quot;.&quot;00"/></numFmts><cellXfs><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`,
				},
			),
		read: ["Awa: +2250701020300 1500000", "Kofi: +2250701020301 1500000", "Yao: +2250701020302 15000"],
	},
	{
		file: "far-right.xlsx",
		hostile: "the net amount in column 201",
		made: () => workbook(`<row><c r="A1" t="str"><v>Nom</v></c><c r="GS1" t="str"><v>Net</v></c></row>`),
		read: ["refused: too_many_columns"],
	},
	{
		file: "line-breaks.xlsx",
		hostile: "a line break that XML cannot hold",
		made: () => workbook(ROWS.replace("Awa", "Awa_x000D_")),
		read: [AWA],
	},
	{
		file: "long-cell.xlsx",
		hostile: "a name of 30,000 characters",
		made: () => workbook(ROWS.replace("Awa", "A".repeat(30_000))),
		read: [`${"A".repeat(MOST_CELL)}: name text_too_long`],
	},
	{
		file: "a-million-rows.xlsx",
		hostile: "formats down to the last of 1,048,576 rows",
		made: () => workbook(`${ROWS}${'<row><c s="0"/></row>'.repeat(1_048_574)}`),
		read: [AWA],
	},
	{
		file: "10001-rows.xlsx",
		hostile: "one row more than a batch has",
		made: () => workbook(ROWS + cells("Awa", "0701020304", 1500).repeat(10_000)),
		read: ["refused: too_many_rows"],
	},
	{
		file: "bomb.xlsx",
		hostile: "101 MB in a few KB",
		made: () => workbook(" ".repeat(101 * 1_024 * 1_024)),
		read: ["refused: unreadable"],
	},
	{
		file: "quiet-bomb.xlsx",
		hostile: "parts that unpack to more than they declare",
		made: async () => withSize(await workbook(" ".repeat(20 * 1_024 * 1_024)), 100),
		read: ["refused: unreadable"],
	},
	{
		file: "slip.xlsx",
		hostile: "a part named ../",
		made: async () => renamed(await workbook(ROWS, { "aa/evil.xml": "" }), "aa/evil", "../evil"),
		read: ["refused: unreadable"],
	},
	{
		file: "entities.xlsx",
		hostile: "an entity that nothing declares",
		made: () => workbook(ROWS.replace("Awa", "&e;")),
		read: ["refused: unreadable"],
	},
	{
		file: "doctype.xlsx",
		hostile: "a document type with an entity that names a file",
		made: () =>
			workbookOf({
				"xl/worksheets/sheet1.xml": `${XML_HEAD}<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheet(cells("&e;")).replace(XML_HEAD, "")}`,
			}),
		read: ["refused: unreadable"],
	},
	{
		file: "hidden-first.xlsx",
		hostile: "a hidden sheet before the list",
		made: () =>
			workbookOf({
				"xl/workbook.xml": WORKBOOK.replace('name="One"', 'name="One" state="hidden"'),
				"xl/worksheets/sheet1.xml": sheet(cells("Old", "0101010101", 9)),
				"xl/worksheets/sheet2.xml": sheet(ROWS),
			}),
		read: [AWA],
	},
	{
		file: "other-names.xlsx",
		hostile: "parts under other names, as Excel itself and Dynamics write them, behind a chart",
		made: () =>
			workbookOf({
				"xl/workbook.xml": "<workbook/>",
				"_rels/.rels": relations('Id="a" Type="r/officeDocument" Target="xl/workbook22.xml"'),
				"xl/workbook22.xml": WORKBOOK,
				"xl/_rels/workbook22.xml.rels": relations(
					'Id="rId1" Type="r/chartsheet" Target="chartsheets/sheet1.xml"',
					'Id="rId2" Type="r/worksheet" Target="worksheets\\sheet22.xml"',
					'Id="rId3" Type="r/sharedStrings" Target="/SharedStrings.xml"',
					'Id="rId4" Type="r/styles" Target="styles2.xml"',
				),
				"xl/chartsheets/sheet1.xml": "<chartsheet/>",
				"sharedStrings.xml": `${XML_HEAD}<sst><si><t>Awa</t></si></sst>`,
				"xl/styles2.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
				"xl/worksheets/sheet22.xml": sheet(
					`${cells("Nom", "Téléphone", "Montant")}<row><c t="s"><v>0</v></c><c t="str"><v>0701020304</v></c><c s="1"><v>46000</v></c></row>`,
				),
			}),
		read: ["Awa: amount is_date"],
	},
	{
		file: "other.xlsx",
		hostile: "an archive that is no workbook",
		made: () => workbookOf({ "word/document.xml": "<w/>" }),
		read: ["refused: unreadable"],
	},
	{
		file: "cut.xlsx",
		hostile: "a download that broke off",
		made: async () => (await workbook(ROWS)).subarray(0, 400),
		read: ["refused: unreadable"],
	},
];
