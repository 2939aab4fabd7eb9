import fc from "fast-check";
import { expect, test } from "vitest";
import { spacedAmount } from "#lib/amounts/amount-text.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import { decimalSign, thousands } from "#lib/amounts/thousands.ts";
import { formatAmount, toDecimal } from "#lib/money.ts";
import { formatCount } from "#lib/text/counts.ts";

const locale = fc.constantFrom("en", "fr", "en-GB", "fr-CI", "fr-FR", "pt");

test("an amount typed, an amount shown and a count have one decimal sign and one way of parting thousands", () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 1, max: 9 }), locale, (whole, tenths, each) => {
			const amount = formatAmount(toDecimal(BigInt(whole) * 100n + BigInt(tenths) * 10n), "GHS", each);
			expect(amount).toBe(`${thousands(String(whole))}${decimalSign(each)}${tenths}0`);
			expect(spacedAmount(`${whole}.${tenths}0`, each)).toBe(amount);
			expect(`${formatCount(whole + tenths / 10, each)}0`).toBe(amount);
		}),
	);
});

test("French has a comma, also with a country behind it", () => {
	expect(["fr", "fr-CI", "en", "en-GB"].map(decimalSign)).toEqual([",", ",", ".", "."]);
});

test("thousands stand apart from the right, and no digit is lost", () => {
	const apart = ["", "1", "999", "1\u00a0000", "18\u00a0426\u00a0350"];
	expect(["", "1", "999", "1000", "18426350"].map(thousands)).toEqual(apart);
	fc.assert(
		fc.property(fc.stringMatching(/^\d{1,24}$/), (digits) => {
			const parts = thousands(digits).split("\u00a0");
			expect(parts.join("")).toBe(digits);
			expect(parts.slice(1).every((part) => part.length === 3) && (parts[0]?.length ?? 0) <= 3).toBe(true);
		}),
	);
});

test.each([
	["45000.00", "XOF", "en", "45\u00a0000\u00a0XOF"],
	["45000.00", "XOF", "fr", "45\u00a0000\u00a0XOF"],
	["12.50", "GHS", "en", "12.50\u00a0GHS"],
	["12.50", "GHS", "fr", "12,50\u00a0GHS"],
	["-480000.50", "XOF", "fr", "−480\u00a0000,50\u00a0XOF"],
])("%s of %s in %s is %j: one figure, which no line end parts", (amount, currency, locale, text) => {
	expect(moneyText(amount, currency, locale)).toBe(text);
});
