import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { caretAfterGrouping, groupAmount, plainAmount } from "#components/payments/amount-text.ts";
import { formatAmount, parseDecimal, toDecimal } from "#lib/money.ts";

describe("plainAmount", () => {
	it.each([
		["120 000", "en", "120000"],
		["120\u202f000", "fr", "120000"],
		["120\u00a0000", "fr", "120000"],
		["120,000", "en", "120000"],
		["1,250,000.5", "en", "1250000.5"],
		["12,5", "fr", "12.5"],
		["12,50", "en", "12.50"],
		["0120", "fr", "120"],
		["120.", "fr", "120"],
	])("reads %j in %s as %s", (typed, locale, plain) => {
		expect(plainAmount(typed, locale)).toBe(plain);
	});

	it.each([
		["12,50,000", "en"],
		["1.250.000", "fr"],
		["1e5", "en"],
		["-5", "fr"],
		["12 F", "fr"],
	])("does not guess what %j means in %s", (typed, locale) => {
		expect(parseDecimal(plainAmount(typed, locale)) ?? 0n).toBeLessThanOrEqual(0n);
	});

	it("takes three digits behind a French comma for decimals, never for thousands", () => {
		expect(plainAmount("120,000", "fr")).toBe("120.000");
	});

	it("reads back what the desk itself writes, in both languages", () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 1n, max: 10_000_000_000_000n }), fc.constantFrom("en", "fr"), (minor, locale) => {
				const shown = formatAmount(toDecimal(minor), "KES", locale);
				expect(parseDecimal(plainAmount(shown, locale))).toBe(minor);
			}),
		);
	});
});

describe("groupAmount", () => {
	it("groups whole digits and leaves the rest as typed", () => {
		expect(groupAmount("1250000")).toBe("1\u202f250\u202f000");
		expect(groupAmount("1250,5")).toBe("1\u202f250,5");
		expect(groupAmount("120,000")).toBe("120,000");
		expect(groupAmount("abc")).toBe("abc");
		expect(groupAmount("")).toBe("");
	});

	it("never changes the amount that was typed", () => {
		fc.assert(
			fc.property(fc.string(), fc.constantFrom("en", "fr"), (typed, locale) => {
				expect(plainAmount(groupAmount(typed), locale)).toBe(plainAmount(typed, locale));
			}),
		);
		fc.assert(
			fc.property(fc.stringMatching(/^[\d ]{1,12}([.,]\d{0,3})?$/), fc.constantFrom("en", "fr"), (typed, locale) => {
				expect(plainAmount(groupAmount(typed), locale)).toBe(plainAmount(typed, locale));
			}),
		);
	});

	it("keeps the caret behind the same digit", () => {
		expect(caretAfterGrouping("1250", 4, "1\u202f250")).toBe(5);
		expect(caretAfterGrouping("1250", 1, "1\u202f250")).toBe(1);
		expect(caretAfterGrouping("12\u202f50", 3, "1\u202f250")).toBe(3);
		expect(caretAfterGrouping("1250,", 5, "1\u202f250,")).toBe(6);
	});
});
