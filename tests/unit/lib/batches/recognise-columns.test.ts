import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inputRows } from "#lib/batches/input-rows.ts";
import { decodeText, readTable } from "#lib/batches/read-table.ts";
import { ROW_FIELDS, recogniseColumns } from "#lib/batches/recognise-columns.ts";

const SETTING = { currency: "XOF", homeCountry: "CI" };

describe("columns of a table", () => {
	test.each([
		["Name;Phone;Amount;Purpose", { name: 0, destination: 1, amount: 2, purpose: 3 }],
		["Nom et prénoms;N° Téléphone;Montant (FCFA);Motif", { name: 0, destination: 1, amount: 2, purpose: 3 }],
		[
			"Nome;Telefone;Valor;Moeda;Operadora;País",
			{ name: 0, destination: 1, amount: 2, currency: 3, operator: 4, country: 5 },
		],
		["Matricule;Bénéficiaire;Réseau;Numéro;Net à payer", { name: 1, operator: 2, destination: 3, amount: 4 }],
	])("are known by their headings: %s", (heading, columns) => {
		const width = heading.split(";").length;
		const rows = readTable(`${heading}\n${"x;".repeat(width - 1)}x`);
		expect(recogniseColumns(rows, SETTING)).toEqual({ columns, hasHeading: true });
	});

	test("without headings numbers and amounts are known by what they hold", () => {
		const rows = readTable("Awa\t0701020304\t25 000\nKofi\t+225 05 01 02 03 04\t12500");
		expect(recogniseColumns(rows, SETTING)).toEqual({ columns: { destination: 1, amount: 2 }, hasHeading: false });
	});

	test("a column is never used twice, and headings in any order give the same cells", () => {
		const named = [
			["Téléphone", "0701020304", "destination"],
			["Montant", "25000", "amount"],
			["Nom", "Awa", "name"],
			["Motif", "Mai", "purpose"],
			["Opérateur", "Orange Money", "operator"],
		] as const;
		fc.assert(
			fc.property(fc.shuffledSubarray([...named], { minLength: 2 }), (some) => {
				const table = [some.map(([heading]) => heading), some.map(([, cell]) => cell)];
				const found = recogniseColumns(table, SETTING);
				const places = Object.values(found.columns);
				expect(new Set(places).size).toBe(places.length);
				const [row] = inputRows(table, found, "XOF");
				for (const [, cell, field] of some) expect(row?.[field]).toBe(cell);
				for (const field of ROW_FIELDS) expect(typeof row?.[field]).toBe("string");
			}),
		);
	});

	test("any table at all is read without a fault", () => {
		fc.assert(
			fc.property(fc.array(fc.array(fc.string({ maxLength: 12 }), { maxLength: 6 }), { maxLength: 6 }), (table) => {
				const found = recogniseColumns(table, SETTING);
				expect(inputRows(table, found, "XOF")).toHaveLength(Math.max(0, table.length - (found.hasHeading ? 1 : 0)));
			}),
		);
	});
});

describe("text of a file", () => {
	test.each([
		["UTF-8 with its mark", Buffer.from("\uFEFFNom;Montant\nAwa é;1", "utf8")],
		["UTF-16", Buffer.from("\uFEFFNom;Montant\nAwa é;1", "utf16le")],
		["the Windows code page", Buffer.from("Nom;Montant\nAwa é;1", "latin1")],
	])("is read from %s", (_name, bytes) => {
		expect(readTable(decodeText(bytes))).toEqual([
			["Nom", "Montant"],
			["Awa é", "1"],
		]);
	});

	test("keeps quoted separators and drops empty rows", () => {
		expect(readTable('a,"b, c"\n\n , \nd,e')).toEqual([
			["a", "b, c"],
			["d", "e"],
		]);
	});
});
