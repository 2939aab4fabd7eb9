import fc from "fast-check";
import { expect, test } from "vitest";
import { toDecimal } from "#lib/money.ts";
import { amountInWords } from "#lib/receipts/amount-in-words.ts";

test.each([
	["45120.00", "XOF", "en", "forty-five thousand one hundred and twenty West African CFA francs"],
	["1.00", "XAF", "en", "one Central African CFA franc"],
	["12.05", "GHS", "en", "twelve Ghanaian cedis and 05/100"],
	["1.50", "GHS", "en", "one Ghanaian cedi and 50/100"],
	["0.50", "USD", "en", "zero US dollars and 50/100"],
	["900000000.00", "XOF", "fr", "neuf cents millions de francs CFA (BCEAO)"],
	["1080071.00", "XAF", "fr", "un million quatre-vingt mille soixante et onze francs CFA (BEAC)"],
	["1.50", "GHS", "fr", "un cédi ghanéen et 50/100"],
] as const)("%s %s in %s is written as a cheque writes it", (amount, currency, locale, words) => {
	expect(amountInWords(amount, currency, locale)).toBe(words);
});

test("two different amounts never read the same, in either language", () => {
	const amounts = fc.bigInt({ min: 1n, max: 10n ** 14n });
	fc.assert(
		fc.property(amounts, amounts, fc.constantFrom("en", "fr"), (one, other, locale) => {
			fc.pre(one !== other);
			const words = (minor: bigint) => amountInWords(toDecimal(minor), "XOF", locale);
			expect(words(one)).not.toBe(words(other));
		}),
	);
});
