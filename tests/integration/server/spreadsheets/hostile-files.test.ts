import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { inputRows } from "#lib/batches/input-rows.ts";
import { NEEDED_FIELDS, recogniseColumns, withoutTitle } from "#lib/batches/recognise-columns.ts";
import { readRowFacts, type TypedRow } from "#lib/batches/row-facts.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { AppError } from "#server/errors.ts";
import { readSpreadsheet } from "#server/spreadsheets/read-spreadsheet.ts";
import { TEXTS } from "#tests/integration/server/spreadsheets/hostile-texts.ts";
import { WORKBOOKS } from "#tests/integration/server/spreadsheets/hostile-workbooks.ts";

const homeCountry = "CI";
// This desk has no operators in Senegal, where 70 102 03 04 would be a number as it stands.
const operators = DEFAULT_OPERATORS.filter(({ currency, country }) => currency === "XOF" && country !== "SN");
const fixture = (name: string) => readFile(new URL(`../../../fixtures/spreadsheets/${name}`, import.meta.url));

/** Reads a file as for a draft, without the database: what each row would pay, or its fault. */
async function readList(bytes: Buffer): Promise<string[]> {
	const { rows, separator } = await readSpreadsheet(bytes);
	const table = withoutTitle(rows);
	const recognised = { ...recogniseColumns(table, { currency: "XOF", homeCountry }), separator };
	const missing = NEEDED_FIELDS.filter((field) => recognised.columns[field] === undefined);
	if (missing.length > 0) return [`which column? ${missing.join(", ")}`];
	return inputRows(table, recognised, "XOF").map(({ operator = "", country = "", name = "", purpose = "", ...row }) => {
		const typed: TypedRow = { ...row, operator, country, name, purpose };
		const read = readRowFacts(typed, { operators, wallets: ["XOF"], homeCountry });
		const label = [name, purpose].filter((text) => text !== "").join(", ");
		if ("faults" in read) return `${label}: ${read.faults.map(({ field, code }) => `${field} ${code}`).join(", ")}`;
		return `${label}: ${read.facts.number} ${read.facts.amount.replace(".00", "")}`;
	});
}

async function readOrRefuse(bytes: Buffer): Promise<string[]> {
	try {
		return await readList(bytes);
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return [`refused: ${error.fields?.file ?? error.code}`];
	}
}

test.each([...WORKBOOKS, ...TEXTS])("$file, $hostile", async ({ file, made, read }) => {
	const bytes = await (made?.() ?? fixture(file));
	expect(await readOrRefuse(Buffer.from(bytes))).toEqual(read);
});

test.each([
	["feuilles.xlsx", { sheet: "Mai", otherSheets: ["Juin"], hiddenRows: 0, hiddenColumns: 0 }],
	["masquees.xlsx", { sheet: "Mai", otherSheets: [], hiddenRows: 1, hiddenColumns: 1 }],
])("%s tells what else it holds", async (name, notes) => {
	expect((await readSpreadsheet(await fixture(name))).notes).toEqual(notes);
});
