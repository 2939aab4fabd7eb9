import fc from "fast-check";
import { expect, test } from "vitest";
import { packRows, unpackRows } from "#lib/queries/pack-rows.ts";

const lines = Array.from({ length: 50 }, (_, row) => ({
	id: String(row),
	type: row % 2 ? "deposit" : "withdrawal",
	currency: "XOF",
	withdrawnAt: null,
	tags: ["a", row],
}));

test("whatever JSON holds comes out of the packing as it went in", () => {
	const row = fc.record({ id: fc.string(), note: fc.jsonValue(), more: fc.array(fc.jsonValue()) });
	const answers = fc.oneof(fc.jsonValue(), fc.record({ items: fc.array(row), next: fc.jsonValue() }));
	fc.assert(fc.property(answers, (answer) => void expect(unpackRows(packRows(answer))).toEqual(answer)));
});

test("names stand once for all rows, and so does a value that all of them share", () => {
	const text = JSON.stringify(packRows({ items: lines }));
	for (const name of ["currency", "XOF", "withdrawnAt"]) expect(text.split(`"${name}"`), name).toHaveLength(2);
	expect(text.length).toBeLessThan(JSON.stringify({ items: lines }).length / 2);
});
