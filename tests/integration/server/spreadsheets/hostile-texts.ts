/** Text files of the table in `hostile-files.test.ts`, and files of other formats. */

/**
 * A file without `made` was written by LibreOffice (`tests/fixtures/spreadsheets`). `read`: each row's name and purpose with the number
 * and the amount it would pay in XOF, or with what is wrong in which field.
 */
export interface HostileFile {
	file: string;
	hostile: string;
	made?: () => Buffer | Promise<Buffer>;
	read: string[];
}

const text =
	(content: string, encoding: BufferEncoding = "utf8") =>
	() =>
		Buffer.from(content, encoding);
const AWA = "Awa: +2250701020304 1500";
const KOFI = "Kofi: +2250501020305 900";
const LIST = "Nom;Téléphone;Montant\nAwa;0701020304;1500\nKofi;0501020305;900\n";

export const TEXTS: HostileFile[] = [
	{
		file: "decimales.csv",
		hostile: "750.375 beside 98500.4",
		read: ["Awa: amount too_many_decimals", "Kofi: amount too_many_decimals"],
	},
	{
		file: "numeros.csv",
		hostile: "a lost zero, and a number turned into 01/05/2025",
		read: ["Awa: +2250701020304 1500", "Kofi: +2250701020305 900", "Yao: destination is_date"],
	},
	{
		file: "liste-utf16.csv",
		hostile: "UTF-16",
		read: ["Awa Traoré, Mai: +2250701020304 125000", "Kofi N’Guessan, Mai: +2250501020305 98500"],
	},
	{
		file: "hostile/numeros-textes.csv",
		hostile: "the Windows code page, which had no sign for a narrow blank and wrote ?",
		read: [
			"Awa: +2250701020304 25000",
			"Kofi: amount not_a_number",
			"Yao: +2250101020306 25000",
			"Zoé: +2250701020307 25000",
			"Ama: destination not_a_number",
			"Ali: destination too_long, amount not_a_number",
		],
	},
	{
		file: "hostile/devises.csv",
		hostile: "amounts as they are shown: 1,500 FCFA, 1,500.00 €, $1,500.00",
		read: [AWA, "Kofi: amount not_a_number", "Yao: amount not_a_number", "Zoé: +2250701020307 1500"],
	},
	{
		file: "hostile/resultats.csv",
		hostile: "errors of formulas as texts",
		read: [
			AWA,
			"Kofi: destination not_a_number",
			"Yao: amount not_a_number",
			"Zoé: amount too_many_decimals",
			"Ama: amount not_a_number",
		],
	},
	{
		file: "hostile/noms.csv",
		hostile: "commas, quotes, a line break in quotes, emoji and Arabic",
		read: [
			"😀 Awa 👩‍👩‍👧: +2250701020304 1500",
			"محمد علي: +2250501020305 900",
			"Yao Kouadio: +2250101020306 700",
			"=1+1: +2250701020307 800",
		],
	},
	{ file: "hostile/valores-pt.tsv", hostile: "tabs", read: ["João Conceição, Salário: +2250701020304 1500"] },
	{ file: "hostile/page.xls", hostile: "a web page, as bank portals name .xls", read: ["refused: unreadable"] },
	{ file: "hostile/noms.xls", hostile: "the format before 2007", read: ["refused: encrypted"] },
	{ file: "hostile/noms.ods", hostile: "LibreOffice's own format", read: ["refused: unreadable"] },
	{ file: "bom.csv", hostile: "a byte order mark", made: text(`\uFEFF${LIST}`), read: [AWA, KOFI] },
	{
		file: "utf16be.csv",
		hostile: "UTF-16, the other byte first",
		made: () => Buffer.from(`\uFEFF${LIST}`, "utf16le").swap16(),
		read: [AWA, KOFI],
	},
	{
		file: "utf16-no-mark.csv",
		hostile: "UTF-16 without its mark",
		made: text(LIST, "utf16le"),
		read: ["refused: unreadable"],
	},
	{ file: "cr.csv", hostile: "carriage returns alone", made: text(LIST.replaceAll("\n", "\r")), read: [AWA, KOFI] },
	{
		file: "mixed-ends.csv",
		hostile: "two kinds of line ends, of which one reader makes a single row",
		made: text(
			"Nom;Téléphone;Montant;Motif\r\nAwa;0701020304;1500;Mai\r\nKofi;0501020305;900;Mai\nYao;0101020306;700;Mai\n",
		),
		read: ["Awa, Mai: +2250701020304 1500", "Kofi, Mai: +2250501020305 900", "Yao, Mai: +2250101020306 700"],
	},
	{
		file: "blank-lines.csv",
		hostile: "12,000 empty lines before the second recipient",
		made: text(LIST.replace("Kofi", `${"\n".repeat(12_000)}Kofi`)),
		read: [AWA, KOFI],
	},
	{
		file: "a-million-lines.csv",
		hostile: "a million lines of separators behind the list",
		made: text(LIST + ";;\n".repeat(1_000_000)),
		read: [AWA, KOFI],
	},
	{
		file: "separator.csv",
		hostile: "a first line that names the separator",
		made: text(`sep=;\n${LIST}`),
		read: [AWA, KOFI],
	},
	{
		file: "decimal-commas.csv",
		hostile: "semicolons between cells, commas in amounts",
		made: text("Nom, prénoms;Téléphone;Montant\nAwa;0701020304;1500,00\nKofi;0501020305;900,50\n"),
		read: [AWA, "Kofi: amount too_many_decimals"],
	},
	{
		file: "split.csv",
		hostile: "1,500 without quotes between commas",
		made: text("Name,Phone,Amount\nAwa,0701020304,1,500\nKofi,0501020305,900\n"),
		read: ["Awa: amount not_a_number", KOFI],
	},
	{
		file: "split-middle.csv",
		hostile: "1,500 without quotes before another cell",
		made: text("Name,Phone,Amount,Purpose\nAwa,0701020304,1,500,May\nKofi,0501020305,900,May\n"),
		read: ["Awa, 500: amount not_a_number", "Kofi, May: +2250501020305 900"],
	},
	{
		file: "split-last.csv",
		hostile: "1,500 without quotes in a row without its last cell",
		made: text("Name,Phone,Amount,Purpose\nAwa,0701020304,1,500\nKofi,0501020305,900,May\n"),
		read: ["Awa, 500: amount not_a_number", "Kofi, May: +2250501020305 900"],
	},
	{
		file: "thousands.csv",
		hostile: "amounts in thousands, as the heading says",
		made: text(LIST.replace("Montant", "Montant (milliers)")),
		read: ["Awa: amount not_a_number", "Kofi: amount not_a_number"],
	},
	{
		file: "dollars.csv",
		hostile: "another currency in the heading",
		made: text(LIST.replace("Montant", "Montant (USD)")),
		read: ["Awa: amount not_a_number", "Kofi: amount not_a_number"],
	},
	{
		file: "gross.csv",
		hostile: "gross pay alone",
		made: text(LIST.replace("Montant", "Salaire brut")),
		read: ["which column? amount"],
	},
	{
		file: "kept-texts.csv",
		hostile: '="0701020304" and \'0501020305',
		made: text(LIST.replace("0701020304", '="0701020304"').replace("0501020305", "'0501020305")),
		read: [AWA, KOFI],
	},
	{
		file: "floats.csv",
		hostile: "numbers with .0 behind them",
		made: text(
			LIST.replace("0701020304", "2250701020304.0").replace("0501020305", "501020305.0").replace("900", "900.0"),
		),
		read: [AWA, KOFI],
	},
	{
		file: "exponents.csv",
		hostile: "2,25E+11 and 1.5E+03",
		made: text(LIST.replace("0701020304", "2,25E+11").replace("900", "9E+02")),
		read: ["Awa: destination not_a_number", "Kofi: amount not_a_number"],
	},
	{
		file: "open-quote.csv",
		hostile: "a quote that nothing closes",
		made: text('Nom;Téléphone;Montant\n"Awa;0701020304;1500\nKofi;0501020305;900\n'),
		read: ["refused: unclosed_quote"],
	},
	{
		file: "overridden.csv",
		hostile: "a name written backwards by a mark of direction",
		made: text(LIST.replace("Awa", "\u202eawA\u202c")),
		read: [AWA.replace("Awa", "awA"), KOFI],
	},
	{
		file: "invisible.csv",
		hostile: "a name of signs that nobody sees",
		made: text(LIST.replace("Awa", "\u200d\u2800")),
		read: [AWA.replace("Awa", ""), KOFI],
	},
	{
		file: "currencies.csv",
		hostile: "a column of currencies, one without a wallet",
		made: text(
			"Nom;Téléphone;Montant;Devise\nAwa;0701020304;1500;XOF\nKofi;0501020305;900;EUR\nYao;0101020306;700;FCFA\n",
		),
		read: [AWA, "Kofi: currency wallet_unknown", "Yao: +2250101020306 700"],
	},
	{
		file: "no-heading.csv",
		hostile: "no headings",
		made: text(LIST.split("\n").slice(1).join("\n")),
		read: [AWA, KOFI],
	},
	{
		file: "two-amounts.csv",
		hostile: "two amounts, neither of them net",
		made: text("Nom;Téléphone;Montant mai;Montant juin\nAwa;0701020304;1500;900\n"),
		read: ["which column? amount"],
	},
	{
		file: "staff-number.csv",
		hostile: "a staff number, and no heading that names an amount",
		made: text("Nom;Téléphone;Matricule\nAwa;0701020304;10234\n"),
		read: ["which column? amount"],
	},
	{
		file: "company.csv",
		hostile: "no headings, a name that begins like one, and a lost zero",
		made: text("Total Énergies;701020304;1500\nKofi;0501020305;900\nYao;0101020306;700\n"),
		read: ["Total Énergies: +2250701020304 1500", KOFI, "Yao: +2250101020306 700"],
	},
	{
		file: "total.csv",
		hostile: "a total below the list",
		made: text(`${LIST}Total;;2400\n`),
		read: [AWA, KOFI, "Total: destination required"],
	},
	{
		file: "picture.csv",
		hostile: "a picture with another ending",
		made: text("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
		read: ["refused: unreadable"],
	},
	{
		file: "paper.csv",
		hostile: "a PDF with another ending",
		made: text("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\nstream\nx\x03\x02\x11\nendstream", "latin1"),
		read: ["refused: unreadable"],
	},
	{
		file: "list.xml",
		hostile: "a workbook of 2003 in XML",
		made: text('<?xml version="1.0"?><Workbook><Worksheet/></Workbook>'),
		read: ["refused: unreadable"],
	},
	{ file: "empty.csv", hostile: "nothing", made: text(""), read: ["refused: empty"] },
	{
		file: "blank.csv",
		hostile: "separators and blanks alone",
		made: text(" ;\u00a0;\n\n;;\n"),
		read: ["refused: empty"],
	},
	{
		file: "10001-rows.csv",
		hostile: "one row more than a batch has",
		made: text(LIST + "Yao;0101020306;700\n".repeat(9_999)),
		read: ["refused: too_many_rows"],
	},
	{
		file: "too-large.csv",
		hostile: "5 MB and one byte",
		made: () => Buffer.alloc(5 * 1_024 * 1_024 + 1, "a"),
		read: ["refused: too_large"],
	},
];
