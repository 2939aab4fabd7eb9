import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { readSpreadsheet as readTable } from "#server/spreadsheets/read-spreadsheet.ts";

const readSpreadsheet = async (bytes: Buffer) => (await readTable(bytes)).rows;
const fixture = (name: string) => readFile(new URL(`../../../fixtures/spreadsheets/${name}`, import.meta.url));

describe("a workbook of LibreOffice", () => {
	test("is read with the formula's value, and numbers as the program kept them", async () => {
		expect(await readSpreadsheet(await fixture("salaires.xlsx"))).toEqual([
			["Nom et prénoms", "Téléphone", "Net à payer", "Date"],
			["Awa Traoré", "0701020304", "125000", "46354"],
			["Kofi N’Guessan", "701020305", "98500", ""],
			["Yao Kouadio", "2250701020306", "98500.4", ""],
		]);
	});

	const HEADING = ["Nom", "Téléphone", "Montant"];
	test.each([
		[
			"decimales.xlsx",
			[
				["Awa", "0701020304", "750.3750"],
				["Kofi", "0501020305", "98500.4"],
			],
		],
		[
			"decimales.csv",
			[
				["Awa", "0701020304", "750.375"],
				["Kofi", "0501020305", "98500.4"],
			],
		],
		[
			"numeros.xlsx",
			[
				["Awa", "701020304", "1500"],
				["Kofi", "2250701020305", "900"],
				["Yao", "2025-01-05", "700"],
			],
		],
		[
			"numeros.csv",
			[
				["Awa", "701020304", "1500"],
				["Kofi", "2250701020305", "900"],
				["Yao", "01/05/2025", "700"],
			],
		],
		[
			"masquees.xlsx",
			[
				["Awa", "0701020304", "1500"],
				["Kofi", "0501020305", "900"],
				["Yao", "0101020306", "700"],
			],
		],
		["feuilles.xlsx", [["Awa", "0701020304", "1500"]]],
	])("keeps what its cells show: %s", async (name, rows) => {
		expect(await readSpreadsheet(await fixture(name))).toEqual([HEADING, ...rows]);
	});

	test("gives the values of its formulas, and the error of one that has none", async () => {
		const [, one, other] = await readSpreadsheet(await fixture("formules.xlsx"));
		expect([one?.at(-1), other?.at(-1)]).toEqual(["1500", "#VALUE!"]);
	});

	test("in UTF-16 is read with its accents", async () => {
		const [, first] = await readSpreadsheet(await fixture("liste-utf16.csv"));
		expect(first).toEqual(["Awa Traoré", "0701020304", "125000", "Mai"]);
	});

	test.each([
		["feuilles.xlsx", { sheet: "Mai", otherSheets: ["Juin"], hiddenRows: 0, hiddenColumns: 0 }],
		["masquees.xlsx", { sheet: "Mai", otherSheets: [], hiddenRows: 1, hiddenColumns: 1 }],
	])("tells what else it holds: %s", async (name, notes) => {
		expect((await readTable(await fixture(name))).notes).toEqual(notes);
	});

	test.each([
		["vide.xlsx", "empty"],
		["liste.xls", "encrypted"],
	])("without rows, or in the older Excel format, is refused by name: %s", async (name, file) => {
		await expect(readSpreadsheet(await fixture(name))).rejects.toMatchObject({ fields: { file } });
	});

	test("in its own format is refused by name", async () => {
		const read = readSpreadsheet(await fixture("salaires.ods"));
		await expect(read).rejects.toMatchObject({ fields: { file: "unreadable" } });
	});
});
