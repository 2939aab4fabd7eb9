import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inputRows } from "#lib/batches/input-rows.ts";
import { recogniseColumns, withoutTitle } from "#lib/batches/recognise-columns.ts";
import { decodeText, readTable as readText } from "#lib/text/read-table.ts";

const readTable = (text: string) => readText(text).rows;
const SETTING = { currency: "XOF", homeCountry: "CI" };

describe("columns of a table", () => {
	test.each<[string, object]>([
		["Name;Phone;Amount;Purpose", { name: 0, destination: 1, amount: 2, purpose: 3 }],
		["Noms et prénoms;Contacts;Montants;Pays", { name: 0, destination: 1, amount: 2, country: 3 }],
		["Nom et prénoms;N° Téléphone;Montant (FCFA);Motif", { name: 0, destination: 1, amount: 2, purpose: 3 }],
		["Name;Phone No.;Net pay;Carrier;Remarks", { name: 0, destination: 1, amount: 2, operator: 3, purpose: 4 }],
		...["Observations", "Observation", "Remarque", "Remarques", "Commentaires"].map((word): [string, object] => [
			`Nom;Numéro;Montant;${word}`,
			{ name: 0, destination: 1, amount: 2, purpose: 3 },
		]),
		[
			"Nome;Telefone;Valor;Moeda;Operadora;País",
			{ name: 0, destination: 1, amount: 2, currency: 3, operator: 4, country: 5 },
		],
		[
			"Nom;Téléphone;Montant;Date;Matricule;N° CNI;Banque/compte;Observations",
			{ name: 0, destination: 1, amount: 2, purpose: 7 },
		],
		["Nom;Téléphone;Montant brut;Montant net", { name: 0, destination: 1, amount: 3 }],
		["Nom;Téléphone;Montant mai;Montant juin", { name: 0, destination: 1 }],
		["Matricule;Bénéficiaire;Réseau;Numéro;Net à payer", { name: 1, operator: 2, destination: 3, amount: 4 }],
	])("are known by their headings: %s", (heading, columns) => {
		const width = heading.split(";").length;
		const rows = readTable(`${heading}\n${"x;".repeat(width - 1)}x`);
		expect(recogniseColumns(rows, SETTING)).toEqual({ columns, hasHeading: true });
	});

	test.each([
		["NOM;PRÉNOMS;Téléphone;Montant", "Kouassi Aya Marie"],
		["First name;Last name;Phone;Amount", "Kouassi Aya Marie"],
		["Nome;Apelido;Telefone;Valor", "Kouassi Aya Marie"],
	])("two columns of names are one name, in their order: %s", (heading, name) => {
		const table = withoutTitle(readTable(`${heading}\nKouassi;Aya Marie;0701020304;1500\nKofi;;0501020305;900`));
		const rows = inputRows(table, recogniseColumns(table, SETTING), "XOF");
		expect(rows.map((row) => row.name)).toEqual([name, "Kofi"]);
		expect(rows.map(({ destination, amount }) => [destination, amount])).toEqual([
			["0701020304", "1500"],
			["0501020305", "900"],
		]);
	});

	test.each([
		["by what they hold", "Awa\t0701020304\t25 000\nKofi\t+225 05 01 02 03 04\t12500"],
		[
			"also beside a row that cannot be read, and beside words that are the same in all rows",
			"Awa Koné\t+221 77 722 91 37\t15000\tPrime\nJean\t0701\tabc\tPrime",
		],
	])("without headings numbers, amounts and names are known %s", (_name, text) => {
		const columns = { destination: 1, amount: 2, name: 0 };
		expect(recogniseColumns(readTable(text), SETTING)).toEqual({ columns, hasHeading: false });
	});

	test("numbers without a calling code are known as numbers also at a desk without a home country", () => {
		const nowhere = { ...SETTING, homeCountry: "" };
		const rows = readTable("0701020304;25000\n0501020304;12500");
		expect(recogniseColumns(rows, nowhere).columns).toEqual({ destination: 0, amount: 1 });
		const twice = readTable("Phone;Mobile;Amount\n0701020304;0501020304;25000");
		expect(recogniseColumns(twice, nowhere).columns).toEqual({ amount: 2 });
	});

	test.each([
		[
			"the numbers of the rows",
			"1;Awa;0701020304;25000\n2;Kofi;0701020305;12500",
			{ name: 1, destination: 2, amount: 3 },
		],
		[
			"two columns of amounts, of which a person chooses",
			"0701020304;25000;24000\n0701020305;12500;12000",
			{ destination: 0 },
		],
	])("without headings an amount is never guessed: %s", (_name, text, columns) => {
		expect(recogniseColumns(readTable(text), SETTING).columns).toEqual(columns);
	});

	test("three decimals in a column of decimals are no thousands", () => {
		const table = [
			["0701020304", "98500.4"],
			["0701020305", "750.375"],
			["0701020306", "1.500.000"],
		];
		const rows = inputRows(table, { columns: { destination: 0, amount: 1 }, hasHeading: false }, "XOF");
		expect(rows.map(({ amount }) => amount)).toEqual(["98500.4", "750.3750", "1.500.000"]);
	});

	test("a quote that nothing closes is named with its row, and no recipient disappears into another's cell", () => {
		expect(readText('Awa;1500\n"Kofi;900\nYao;700').quote).toBe(2);
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
		["the code page of Excel on a Mac", Buffer.from("Nom;Montant\nAwa \x8e;1", "latin1")],
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

	test.each([
		["a title of one cell above two columns", "Salaires de mai\n\nTéléphone;Montant\n0701020304;1500\n0501020305;900"],
		["a number without its amount", "0701020304;1500\n0501020305\n0101020306;700"],
		["amounts with commas behind the only tab", "0701020304\t1,500,000\n0501020305\t2,350,000"],
		[
			"decimals, and a purpose that some rows lack",
			"Awa;0701020304;15,50;Mai\nKofi;0501020305;9,25\nYao;0101020306;7,75;Mai",
		],
	])("is separated as its list is: %s", (_name, text) => {
		const mark = text.includes("\t") ? "\t" : ";";
		const lines = text.split("\n").filter((line) => line !== "");
		expect(readTable(text)).toEqual(lines.map((line) => line.split(mark)));
	});

	test("reads millions of empty lines as none", () => {
		for (const line of ["\n", "\r\n", " ;\n"]) expect(readTable(line.repeat(1_600_000))).toEqual([]);
		expect(readTable(`a;b\n${"\n".repeat(4_900_000)}c;d`)).toEqual([
			["a", "b"],
			["c", "d"],
		]);
	});
});
