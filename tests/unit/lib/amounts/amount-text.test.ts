import fc from "fast-check";
import { expect, test } from "vitest";
import { caretAfter, plainAmount, significantBefore, spacedAmount, typedSign } from "#lib/amounts/amount-text.ts";

const amount = fc
	.tuple(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.option(fc.stringMatching(/^\d{1,2}$/)))
	.map(([whole, fraction]) => (fraction === null ? `${whole}` : `${whole}.${fraction}`));
const locale = fc.constantFrom("en", "fr");

test("what is shown is read back as what was typed, in both languages", () => {
	fc.assert(fc.property(amount, locale, (plain, language) => plainAmount(spacedAmount(plain, language)) === plain));
});

test("thousands stand apart by a no-break space and each language has its own decimal sign", () => {
	expect(spacedAmount("18426350", "en")).toBe("18\u00a0426\u00a0350");
	expect(spacedAmount("1234.5", "en")).toBe("1\u00a0234.5");
	expect(spacedAmount("1234.5", "fr")).toBe("1\u00a0234,5");
});

test.each([
	["18 426 350", "18426350"],
	["18,426,350", "18426350"],
	["18.426.350", "18426350"],
	["18,426.50", "18426.50"],
	["18.426,50", "18426.50"],
	["12,5", "12.5"],
	["XOF 45 000", "45000"],
	["007", "7"],
	[".5", "0.5"],
	["", ""],
])("a pasted %j is read as %j", (text, plain) => {
	expect(plainAmount(text)).toBe(plain);
});

test("a single sign before three digits is never taken for thousands: it could make 1.5 into 1500", () => {
	expect(plainAmount("1.500")).toBe("1.500");
	expect(plainAmount("1,500")).toBe("1.500");
});

test("what is not finished stays as it was typed", () => {
	expect(plainAmount("12.")).toBe("12.");
	expect(spacedAmount("12.", "fr")).toBe("12,");
});

test("the caret stays behind the same digit, however the spacing moves", () => {
	fc.assert(
		fc.property(amount, locale, fc.nat(), (plain, language, seed) => {
			const shown = spacedAmount(plain, language);
			const digits = seed % (plain.length + 1);
			expect(significantBefore(shown, caretAfter(shown, digits))).toBe(digits);
		}),
	);
});

/** Types key by key: the field shows what it understood, and the next key is added to that. */
function typed(keys: string, language: string): string {
	let [plain, shown] = ["", ""];
	for (const key of keys) {
		plain = plainAmount(shown + key);
		shown = spacedAmount(plain, language, typedSign(shown + key));
	}
	return plain;
}

test.each([
	["1,500.50", "1500.50"],
	["1.500,50", "1500.50"],
	["1,500,000", "1500000"],
	["1.500.000,5", "1500000.5"],
	["45,000.00", "45000.00"],
	["12,5", "12.5"],
	["1,500", "1.500"],
])("%j is the same amount typed key by key as pasted, in both languages", (keys, plain) => {
	expect([typed(keys, "en"), typed(keys, "fr")]).toEqual([plain, plain]);
});
