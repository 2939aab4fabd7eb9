import fc from "fast-check";
import { expect, test } from "vitest";
import { plainAmount, spacedAmount } from "#lib/amounts/amount-text.ts";
import { parsePayableAmount } from "#lib/amounts/payable-amount.ts";
import { readTypedAmount } from "#server/sandbox/typed-amount.ts";

test("the sandbox reads what people type as the desk does", () => {
	const typed = fc.stringMatching(/^[\d \u00a0\u202f.,]{0,12}$/);
	fc.assert(
		fc.property(typed, fc.constantFrom("XOF", "GHS"), (text, currency) => {
			expect(readTypedAmount(text, currency)).toEqual(parsePayableAmount(plainAmount(text), currency));
		}),
	);
});

test("what the desk shows in either language can be typed there", () => {
	for (const locale of ["en", "fr"]) {
		expect(readTypedAmount(spacedAmount("18426350.50", locale), "GHS")).toEqual({ amountMinor: 1_842_635_050n });
	}
});

test.each(["-500", "1e5", "0x10", "five", "XOF 500"])(
	"%j is refused: no sign is dropped to make an amount of it",
	(text) => {
		expect(readTypedAmount(text, "XOF")).toHaveProperty("fault");
	},
);
