import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	HEADINGS,
	NEEDED_FIELDS,
	ROW_FIELDS,
	type RowField,
	recogniseColumns,
	withoutTitle,
} from "#lib/batches/recognise-columns.ts";

const SETTING = { currency: "XOF", homeCountry: "CI" };
/** For each field, the part of the payment that a wrong column would change. */
const DECIDES: Partial<Record<RowField, RowField>> = {
	...{ destination: "destination", amount: "amount" },
	...{ currency: "amount", operator: "destination", country: "destination" },
};

const NAMED: Record<RowField, readonly string[]> = {
	destination: [
		"Phone",
		"Mobile number",
		"Téléphone",
		"N° de téléphone",
		"Numéro MoMo",
		"Telemóvel",
		"Nº de telefone",
		"MSISDN",
	],
	amount: ["Amount", "Amount (XOF)", "Montant", "Montant à payer", "Net à payer", "Salaire", "Valor", "Valor líquido"],
	currency: ["Currency", "Devise", "Moeda"],
	operator: ["Operator", "Network", "Opérateur", "Réseau", "Operadora"],
	country: ["Country", "Pays", "País"],
	name: ["Name", "Full name", "Nom et prénoms", "Bénéficiaire", "Nome completo", "Employé"],
	purpose: ["Purpose", "Motif", "Motivo", "Libellé", "Descrição", "Facture n°"],
};
/** Columns of payroll lists that a payment does not have. */
const OTHERS = ["Matricule", "Ville", "Date d’embauche", "Jours", "CNPS", "Idade", "Department", ""];

const phone = fc.integer({ min: 0, max: 99_999_999 }).map((digits) => `07${String(digits).padStart(8, "0")}`);
const amount = fc.integer({ min: 1_000, max: 2_000_000 }).map(String);
const name = fc.constantFrom("Awa Traoré", "Kofi N’Guessan", "João Conceição", "Zoé Ekué");
const CELLS: Record<RowField, fc.Arbitrary<string>> = {
	...{ destination: phone, amount, name, currency: fc.constant("XOF"), operator: fc.constantFrom("Orange", "Wave") },
	...{ country: fc.constant("CI"), purpose: fc.constantFrom("Mai", "Facture 12") },
};

interface Column {
	field: RowField | null;
	heading: string;
	cells: string[];
}
const HEIGHT = 4;
const cellsOf = (cell: fc.Arbitrary<string>) => fc.array(cell, { minLength: HEIGHT, maxLength: HEIGHT });
const columnOf = (field: RowField): fc.Arbitrary<Column> =>
	fc.record({ field: fc.constant(field), heading: fc.constantFrom(...NAMED[field]), cells: cellsOf(CELLS[field]) });
const other: fc.Arbitrary<Column> = fc.record({
	field: fc.constant(null),
	heading: fc.constantFrom(...OTHERS),
	cells: cellsOf(fc.constantFrom("", "A12", "Bouaké", "2021-05-01")),
});
/** Columns of the needed fields and of some others, among foreign columns, in any order. */
const columns = fc
	.tuple(
		fc.subarray(ROW_FIELDS.filter((field) => !(NEEDED_FIELDS as readonly RowField[]).includes(field))),
		fc.array(other, { maxLength: 3 }),
	)
	.chain(([fields, others]) =>
		fc.tuple(...[...NEEDED_FIELDS, ...fields].map(columnOf)).map((some) => [...some, ...others]),
	)
	.chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

const bodyOf = (all: readonly Column[]) =>
	Array.from({ length: HEIGHT }, (_, n) => all.map(({ cells }) => cells[n] ?? ""));
const tableOf = (all: readonly Column[]) => [all.map(({ heading }) => heading), ...bodyOf(all)];
const recognised = (table: string[][]) => recogniseColumns(table, SETTING).columns;

/** A cell as another column of the same field would have it. */
const otherCell = (field: RowField) => (cell: string, n: number) =>
	(NEEDED_FIELDS as readonly RowField[]).includes(field)
		? `${cell.slice(0, -1)}${(Number(cell.at(-1)) + n + 1) % 10}`
		: `${cell} ${n}`;

describe("columns of a list", () => {
	test("are found by headings in three languages, whatever their order and whatever stands between them", () => {
		fc.assert(
			fc.property(columns, (all) => {
				const found = recognised(tableOf(all));
				for (const [place, { field }] of all.entries()) if (field !== null) expect(found[field]).toBe(place);
			}),
		);
	});

	test("every heading that Cauri knows stands for its own field when it stands alone", () => {
		for (const field of ROW_FIELDS)
			for (const heading of HEADINGS[field]) expect(recognised([[heading], ["?"]])).toEqual({ [field]: 0 });
	});

	test("without headings, numbers and amounts are found by what they hold, or not at all", () => {
		const unnamed = fc.tuple(columnOf("destination"), columnOf("amount"), fc.array(other, { maxLength: 2 }));
		const shuffled = unnamed.chain(([number, sum, others]) => {
			const all = [number, sum, ...others];
			return fc.shuffledSubarray(all, { minLength: all.length });
		});
		fc.assert(
			fc.property(shuffled, (all) => {
				const found = recognised(bodyOf(all));
				for (const field of NEEDED_FIELDS) expect(all[found[field] ?? -1]?.field).toBe(field);
			}),
		);
	});

	test("two that could both decide what is paid are left to a person", () => {
		const twice = fc.constantFrom(...(Object.keys(DECIDES) as RowField[])).chain((field) =>
			fc
				.tuple(columns, columnOf(field))
				.map(([all, double]) => {
					const first = all.find((column) => column.field === field);
					const one = first ?? double;
					const rest = first ? all : [...all, double];
					return { field, all: [...rest, { ...one, cells: one.cells.map(otherCell(field)) }] };
				})
				.chain(({ field: decided, all }) =>
					fc.shuffledSubarray(all, { minLength: all.length }).map((shuffled) => ({ field: decided, all: shuffled })),
				),
		);
		fc.assert(
			fc.property(twice, ({ field, all }) => {
				const found = recognised(tableOf(all));
				expect(found[field]).toBeUndefined();
				expect(found[DECIDES[field] ?? field]).toBeUndefined();
			}),
		);
	});

	test("an amount that another column of figures may change is left to a person, whatever that column is named", () => {
		const begun = fc.record({
			field: fc.constant<RowField>("amount"),
			heading: fc.constantFrom("Montant mai", "Montant", "Amount (XOF)", "Total"),
			cells: cellsOf(amount),
		});
		const named = fc.constantFrom("Correction", "À voir", "Transport", "Rappel", "Différence");
		const figures = fc.record({ field: fc.constant(null), heading: named, cells: cellsOf(amount) });
		const all = fc.tuple(columnOf("destination"), begun, figures, fc.array(other, { maxLength: 2 }));
		fc.assert(
			fc.property(all, ([number, sum, figure, others]) => {
				expect(recognised(tableOf([number, sum, ...others])).amount).toBe(1);
				expect(recognised(tableOf([number, sum, ...others, figure])).amount).toBeUndefined();
			}),
		);
	});

	test("two columns of numbers or of amounts without headings are left to a person", () => {
		const doubled = fc
			.constantFrom(...NEEDED_FIELDS)
			.chain((field) => fc.tuple(fc.constant(field), columnOf("destination"), columnOf("amount"), columnOf(field)));
		fc.assert(
			fc.property(doubled, ([field, ...all]) => {
				expect(recognised(bodyOf(all))[field]).toBeUndefined();
			}),
		);
	});

	test("no column stands for two fields, and none outside the table, whatever the table holds", () => {
		const words = fc.constantFrom(...Object.values(NAMED).flat(), ...Object.values(HEADINGS).flat(), ...OTHERS);
		const cell = fc.oneof(words, phone, amount, fc.string({ maxLength: 8 }));
		fc.assert(
			fc.property(fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 6 }), (table) => {
				const places = Object.values(recognised(table));
				const width = Math.max(0, ...table.map(({ length }) => length));
				expect(new Set(places).size).toBe(places.length);
				for (const place of places) expect(place).toBeLessThan(width);
			}),
		);
	});

	test("a title above the headings is left out, and never a row with a figure", () => {
		const title = fc.array(
			fc.array(fc.constantFrom("Salaires de mai", "", "Date", "2025", "28/05/2025"), { maxLength: 3 }),
			{ maxLength: 4 },
		);
		fc.assert(
			fc.property(columns, title, phone, (all, above, number) => {
				const table = tableOf(all);
				expect(withoutTitle([...above, ...table])).toEqual(table);
				const paid = ["Awa", number, "1500"];
				expect(withoutTitle([paid, ...above, ...table])).toContainEqual(paid);
			}),
		);
	});
});
