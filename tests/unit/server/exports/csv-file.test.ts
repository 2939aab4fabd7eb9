import fc from "fast-check";
import { expect, test } from "vitest";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { readTable } from "#lib/text/read-table.ts";
import { csvChunks } from "#server/exports/csv-file.ts";
import type { Sheet } from "#server/exports/sheet.ts";
import { readBytes } from "#tests/support/files/read-file.ts";

interface Row {
	first: string;
	second: string;
}

async function csv(rows: Row[], locale: Locale): Promise<string> {
	const sheet: Sheet<Row> = {
		name: "test",
		columns: [
			{ head: "First", kind: "text", width: 10, of: ({ first }) => first },
			{ head: "Amount", kind: "money", width: 10, of: () => "-500.00" },
			{ head: "Second", kind: "phone", width: 10, of: ({ second }) => second },
		],
		currencyOf: () => "XOF",
		batches: [rows],
	};
	const bytes = await readBytes(csvChunks(sheet, locale, "Africa/Abidjan"));
	return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

/** Treats quotes like any other character. */
const careless = (text: string, mark: string) =>
	text.split(/[\r\n\v\f\u0085\u2028\u2029]/).flatMap((line) => line.split(mark));

/** Like `careless`, after dropping the quotes. */
const stripping = (text: string, mark: string) => careless(text.replaceAll('"', ""), mark);

/** As spreadsheet programs read: a quoted cell lasts to its closing quote, two quotes are one, text after it belongs to the cell. */
function quoting(text: string, mark: string): string[] {
	const cells: string[] = [];
	let cell = "";
	let state: "start" | "plain" | "quoted" = "start";
	for (let place = 0; place < text.length; place += 1) {
		const sign = text[place] ?? "";
		if (state === "quoted") {
			if (sign !== '"') cell += sign;
			else if (text[place + 1] === '"') [cell, place] = [`${cell}"`, place + 1];
			else state = "plain";
		} else if (sign === mark || sign === "\r" || sign === "\n") {
			cells.push(cell);
			[cell, state] = ["", "start"];
		} else if (state === "start" && sign === '"') state = "quoted";
		else [cell, state] = [cell + sign, "plain"];
	}
	return [...cells, cell];
}

const READERS = [careless, stripping, quoting].flatMap((reader) =>
	[",", ";", "\t"].map((mark) => (text: string) => reader(text, mark)),
);
const isNumber = (cell: string) => /^-?\d+([.,]\d+)?$/.test(cell);
const isFormula = (cell: string) =>
	/^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800"]*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800"]*[\t\r]/u.test(
		cell,
	) && !isNumber(cell);

/** Zero width, byte order mark, directions, joiners, fillers: all invisible before a formula. */
const INVISIBLE = [
	...["\u200b", "\u200e", "\u202e", "\u2060", "\u2066", "\u00ad", "\uFEFF", "\u3164", "\uFE0F", "\u2800"],
	"\u{E0020}",
];

/** Characters that confuse readers, more often than by chance. */
const hostile = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				...["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", ",", ";", "\t", "\r", "\n", "\v", '"', "'", " "],
				"\u00a0",
			),
			fc.constantFrom("=1+1", "r", "z", "\u2028", "\u0085", "\u0000", "\uFEFF", '""', "HYPERLINK(", "+225"),
			fc.constantFrom(...INVISIBLE),
			fc.string({ unit: "grapheme", maxLength: 4 }),
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(""));

test.each([
	"r;=1+1;z",
	"r,=1+1,z",
	"r\t@SUM(A1)\tz",
	"r; ＝1+1",
	"a\r\n-2+3",
	'x;"=1+1',
	"=1+1",
	"\t=1",
	...INVISIBLE.flatMap((sign) => [`${sign}=1+1`, `r;${sign}\t${sign}@SUM(A1)`, `${sign}\t1`]),
])("%j is a formula to no reader, whatever mark it splits at", async (text) => {
	for (const locale of ["en", "fr"] as const)
		for (const read of READERS)
			expect(read(await csv([{ first: text, second: text }], locale)).filter(isFormula)).toEqual([]);
});

test("no text of an export is a formula to any reader of commas, semicolons or tabs, with quotes or without", async () => {
	await fc.assert(
		fc.asyncProperty(hostile, hostile, fc.constantFrom<Locale>("en", "fr"), async (first, second, locale) => {
			const text = await csv([{ first, second }], locale);
			for (const read of READERS) expect(read(text).filter(isFormula)).toEqual([]);
		}),
		{ numRuns: 3_000 },
	);
});

test("a number stays a number, and a text without a trap stays as it is", async () => {
	const plain = { first: "Loyer de mars, deuxième; 50 % payé", second: "+2250703456789" };
	expect(quoting(await csv([plain], "en"), ",")).toEqual([
		"First",
		"Amount",
		"Second",
		"",
		plain.first,
		"-500",
		"2250703456789",
		"",
		"",
	]);
});

test("names and purposes come back from a file as they were", async () => {
	const texts = [
		"-Awa",
		"@koffi",
		"=1+1",
		"Avance, -10 %",
		"Tél. 2; +225 07",
		"N’Guessan",
		"l'aînée",
		'"Chez Awa", Man',
		"Loyer,",
		'Prime; "mai;"',
	];
	const { rows } = readTable(
		await csv(
			texts.map((first) => ({ first, second: "+2250701020304" })),
			"fr",
		),
	);
	expect(rows.slice(1).map(([first]) => first)).toEqual(texts);
});
