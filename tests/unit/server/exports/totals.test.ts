import fc from "fast-check";
import { expect, test } from "vitest";
import { minorOf, toDecimal } from "#lib/money.ts";
import type { Sheet } from "#server/exports/sheet.ts";
import { type Total, totalsOf } from "#server/exports/totals.ts";

interface Row {
	amount: string | null;
	fee: string | null;
	currency: string;
	type: string | null;
}

const SHEET: Sheet<Row> = {
	name: "test",
	columns: [
		{ head: "Type", kind: "text", width: 10, of: ({ type }) => type },
		{ head: "Amount", kind: "money", width: 10, of: ({ amount }) => amount },
		{ head: "Balance", kind: "balance", width: 10, of: ({ amount }) => amount },
		{ head: "Fee", kind: "money", width: 10, of: ({ fee }) => fee },
	],
	currencyOf: ({ currency }) => currency,
	groupOf: ({ type }) => type,
	batches: (async function* () {})(),
};

/** Far beyond the integers that a float holds exactly. */
const money = fc.option(fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }).map(toDecimal), { freq: 5 });
const row: fc.Arbitrary<Row> = fc.record({
	amount: money,
	fee: money,
	currency: fc.constantFrom("XOF", "XAF", "GHS"),
	// The service names types: empty ones, currencies, and names that every object inherits.
	type: fc.option(fc.constantFrom("", " ", "withdrawal", "deposit", "XOF", "constructor", "__proto__")),
});

function totals(rows: readonly Row[]): Total[] {
	const counted = totalsOf(SHEET);
	for (const each of rows) counted.add(each);
	expect(counted.rows).toBe(rows.length);
	return counted.list();
}

function sumOf(rows: readonly Row[]): Total["sums"] {
	const sum = (of: (each: Row) => string | null) => rows.reduce((total, each) => total + minorOf(of(each) ?? "0"), 0n);
	return [null, sum(({ amount }) => amount), null, sum(({ fee }) => fee)];
}

test("each currency has the sum of its rows, each group that of its own, to the unit and without a third", () => {
	fc.assert(
		fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
			const ofCurrency = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
				return { group: null as string | null, currency, sums: sumOf(own) };
			});
			const ofGroup = ofCurrency.flatMap(({ currency }) => {
				const own = rows.filter((each) => each.currency === currency && each.type !== null);
				return [...Map.groupBy(own, ({ type }) => type)].map(([group, some]) => ({
					group,
					currency,
					sums: sumOf(some),
				}));
			});
			const found = totals(rows);
			expect(found).toHaveLength(ofGroup.length + ofCurrency.length);
			expect(found).toEqual(expect.arrayContaining([...ofGroup, ...ofCurrency]));
			expect(found.slice(ofGroup.length).every(({ group }) => group === null)).toBe(true);
		}),
	);
});

test("where each row has a name of its own there are no groups, rather than some of them; the sum of all stays whole", () => {
	fc.assert(
		fc.property(fc.integer({ min: 41, max: 90 }), fc.array(row, { maxLength: 20 }), (names, others) => {
			const named = Array.from({ length: names }, (_, place): Row => {
				return { amount: "1.01", fee: null, currency: "XOF", type: `type ${place}` };
			});
			const rows = [...others, ...named];
			const found = totals(rows);
			expect(found.filter(({ group }) => group !== null)).toEqual([]);
			for (const { currency, sums } of found)
				expect(sums).toEqual(sumOf(rows.filter((each) => each.currency === currency)));
		}),
	);
});
