import { expect, test } from "vitest";
import { rowAmount } from "#lib/batches/row-amount.ts";

test.each([
	["12500.00", "XOF", "12500.00"],
	["12 500", "XOF", "12500.00"],
	["12\u00a0500,50", "GHS", "12500.50"],
	["1.500", "XOF", "1500.00"],
	["1.500", "GHS", null],
	["vingt mille", "XOF", null],
	["", "XOF", null],
])("the cell %j of a row in %s is the amount %s", (amount, currency, read) => {
	expect(rowAmount({ amount, currency })).toBe(read);
});
