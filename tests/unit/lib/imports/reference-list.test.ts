import fc from "fast-check";
import { expect, test } from "vitest";
import { readReferenceList } from "#lib/imports/reference-list.ts";
import { isReference } from "#lib/paths.ts";

const reference = fc
	.stringMatching(/^[A-Za-z0-9][A-Za-z0-9.-]{3,20}$/)
	// A word of letters alone may be a heading; one with a digit never is.
	.filter((text) => /\d/.test(text) || !/ref/i.test(text.replaceAll(/[.-]/g, "")));
const references = fc.uniqueArray(reference, { minLength: 2, maxLength: 30 });

test.each([
	["one per line", "TX-1\nTX-2\r\nTX-3", ["TX-1", "TX-2", "TX-3"]],
	["blank lines and spaces around", "\n  TX-1 \n\n TX-2\n", ["TX-1", "TX-2"]],
	["one line with commas", "TX-1, TX-2;TX-3 TX-4", ["TX-1", "TX-2", "TX-3", "TX-4"]],
	["a column by its English name", "date,Reference,amount\n2026-01-01,TX-1,500\n2026-01-02,TX-2,900", ["TX-1", "TX-2"]],
	["a column by its French name", "Date;Réf. transaction;Montant\n01/01/2026;TX-1;5 000\n", ["TX-1"]],
	["quoted cells with separators within", 'note,reference\n"rent, May","TX-1"\n', ["TX-1"]],
	["cells that hold ends of lines", 'note,reference\n"rent\r\nof May, paid","TX-1"\nnone,TX-2', ["TX-1", "TX-2"]],
	["a table whose first heading is empty", "\tReference\n1\tTX-1\n2\tTX-2", ["TX-1", "TX-2"]],
	["a file that begins with a byte order mark", "\uFEFFreference\nTX-1", ["TX-1"]],
	["a first reference that only looks like a heading", "0ref\nREF-2026-1\nTX-1", ["0ref", "REF-2026-1", "TX-1"]],
	["the first column where none is named", "TX-1\t500\nTX-2\t900", ["TX-1", "TX-2"]],
])("reads %s", (_name, text, expected) => {
	expect(readReferenceList(text)).toMatchObject({ references: expected, faults: [] });
});

test.each([
	["", "Transactions de mars\nCompte 552, principal\n"],
	[" with separators", "Transactions de mars;;\n\nsep=;\n"],
])("below titles%s a table is read by its column, and the titles are named", (_name, titles) => {
	const list = readReferenceList(`${titles}Date;Montant;Référence\n2026-03-01;"8 765";TX-1\n2026-03-02;900;TX-2\n`);
	expect(list).toMatchObject({ references: ["TX-1", "TX-2"], column: "Référence" });
	expect(list.faults.map(({ text }) => text)).toEqual(titles.split("\n").filter((line) => line !== ""));
});

test("names each line that cannot be a reference, by its number, and reads the rest", () => {
	const list = readReferenceList("TX-1\nTX 2\n<b>\nTX-3");
	expect(list.references).toEqual(["TX-1", "TX-3"]);
	expect(list.faults).toEqual([
		{ line: 2, text: "TX 2" },
		{ line: 3, text: "<b>" },
	]);
});

test("names a row of a table whose cell of references is empty", () => {
	const list = readReferenceList("reference;amount\nTX-1;500\n;900\nTX-2;700");
	expect(list).toMatchObject({ references: ["TX-1", "TX-2"], faults: [{ line: 3, text: ";900" }] });
});

test("what is left to correct of a table has its headings, so that no other cell is taken for a reference", () => {
	const { left } = readReferenceList("Date;Reference;Amount\n2026-11-01;TX-1;500\n2026-11-02;;900\n2026-11-03;<b>;20");
	expect(left).toBe("Date;Reference;Amount\n2026-11-02;;900\n2026-11-03;<b>;20");
	expect(readReferenceList(left)).toMatchObject({ references: [], left });
	expect(readReferenceList("TX-1\nTX 2").left).toBe("TX 2");
});

test("names a line by where it begins, also below a cell that holds ends of lines", () => {
	const list = readReferenceList('reference;note\n\nTX-1;"one\ntwo"\n<b>;none\r\n;"a\nb"');
	expect(list).toMatchObject({
		references: ["TX-1"],
		faults: [
			{ line: 5, text: "<b>" },
			{ line: 6, text: ';"a\nb"' },
		],
	});
});

test.each([
	["opens a cell", 'reference,note\nTX-1,"cut off\nTX-2,whole\n"TX-3",whole'],
	["stands within one", 'reference,note\nTX-1,"5" pipe\nTX-2,whole\n"TX-3",whole'],
])("a quote that %s and is not closed costs no other line", (_name, text) => {
	expect(readReferenceList(text)).toMatchObject({ references: ["TX-1", "TX-2", "TX-3"], faults: [] });
});

test("counts a reference that stands there again, and takes it once", () => {
	expect(readReferenceList("TX-1\nTX-2\nTX-1")).toMatchObject({ references: ["TX-1", "TX-2"], repeated: 1 });
});

test("any list of references comes back whole and in order, whatever ends its lines", () => {
	fc.assert(
		fc.property(references, fc.constantFrom("\n", "\r\n", "\r"), (list, end) => {
			expect(readReferenceList(list.join(end)).references).toEqual(list);
		}),
	);
});

test("any column of a table comes back whole, wherever it stands", () => {
	fc.assert(
		fc.property(references, fc.constantFrom(",", ";", "\t"), fc.nat(3), (list, separator, place) => {
			const line = (value: string) =>
				["a", "b", "c", "d"].map((cell, index) => (index === place ? value : cell)).join(separator);
			expect(readReferenceList([line("Reference"), ...list.map(line)].join("\n"))).toMatchObject({
				references: list,
				column: "Reference",
			});
		}),
	);
});

test("whatever text it is given, every result is a reference and none comes twice", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
			const list = readReferenceList(text).references;
			expect(list.every(isReference)).toBe(true);
			expect(new Set(list).size).toBe(list.length);
		}),
	);
});

test("of whatever text, each line is a reference, a fault, a repetition, the heading or blank: none vanishes", () => {
	const line = fc.oneof(reference, fc.constantFrom("FOO BAR", "not/a/ref!", "", " ", "<b>", "reference", "TX-1"));
	fc.assert(
		fc.property(fc.array(line, { minLength: 2, maxLength: 20 }), (lines) => {
			const { references: read, faults, repeated, column } = readReferenceList(lines.join("\n"));
			const filled = lines.filter((text) => text.trim() !== "");
			fc.pre(filled.length > 1);
			expect(read.length + faults.length + repeated + (column === null ? 0 : 1)).toBe(filled.length);
		}),
	);
});
