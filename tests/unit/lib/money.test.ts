import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePayableAmount } from "#lib/amounts/payable-amount.ts";
import {
	currencyDecimals,
	formatAmount,
	MAX_AMOUNT_MINOR,
	parseDecimal,
	toDecimal,
	toPlainDigits,
	toShownDecimal,
} from "#lib/money.ts";

const LARGEST = 10n ** 20n - 1n;
const anyMinor = fc.bigInt({ min: -LARGEST, max: LARGEST });
const anyPayable = fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR });
const TWO_DECIMALS = "KES";

/** Replaces the no-break spaces between thousands, wide or narrow, with underscores. */
function shownAs(decimal: string, currency: string, locale: string): string {
	return formatAmount(decimal, currency, locale).replace(/[\u00A0\u202F]/g, "_");
}

test("hundredths become text and the same hundredths again", () => {
	fc.assert(
		fc.property(anyMinor, (minor) => {
			const text = toDecimal(minor);
			expect(text).toMatch(/^-?(0|[1-9]\d*)\.\d{2}$/);
			expect(parseDecimal(text)).toBe(minor);
		}),
	);
});

test("text typed with one, two or no decimals means the same amount", () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.nat(9), (whole, tenths) => {
			expect(parseDecimal(`${whole}`)).toBe(whole * 100n);
			expect(parseDecimal(`${whole}.${tenths}`)).toBe(parseDecimal(`${whole}.${tenths}0`));
		}),
	);
});

test("what a float would round is kept to the last digit", () => {
	expect(parseDecimal("90071992547409.93")).toBe(9_007_199_254_740_993n);
	expect(parseDecimal("999999999999999999.99")).toBe(99_999_999_999_999_999_999n);
	expect(parseDecimal("0.29")).toBe(29n);
	expect(toDecimal(parseDecimal("1.15") ?? 0n)).toBe("1.15");
});

const NO_AMOUNTS = [
	...["1e5", "1E5", "NaN", "Infinity", "", "+5", "--5", "−5", "1.000", "1,5", "1 000", " 1", "1\n", "01", ".5", "5."],
	...["0x10", "1_000", "١٢٣", "１２", "1\0"],
];

test("no text but a plain decimal is an amount", () => {
	fc.assert(
		fc.property(fc.string(), (text) => {
			fc.pre(!/^-?(0|[1-9]\d*)(\.\d{1,2})?$/.test(text));
			expect(parseDecimal(text)).toBeNull();
			expect(parsePayableAmount(text, TWO_DECIMALS)).toHaveProperty("fault");
		}),
		{ examples: NO_AMOUNTS.map((text) => [text]) },
	);
	expect(parseDecimal("1234567890123456789")).toBeNull();
	expect(parsePayableAmount("1234567890123456789", TWO_DECIMALS)).toHaveProperty("fault");
});

test.each([
	["0", "KES", "not_positive"],
	["0.00", "KES", "not_positive"],
	["-1", "KES", "not_positive"],
	["1.005", "KES", "too_many_decimals"],
	["100.50", "XOF", "too_many_decimals"],
	["0.01", "XAF", "too_many_decimals"],
	["100000000000.01", "KES", "too_large"],
	["999999999999999999", "KES", "too_large"],
	["9999999999999999999999", "KES", "too_large"],
	["1e5", "KES", "not_a_number"],
	["", "KES", "not_a_number"],
])("nobody can pay %j %s: %s", (text, currency, fault) => {
	expect(parsePayableAmount(text, currency)).toEqual({ fault });
});

test.each([
	["100", "XOF", 10_000n],
	["100.00", "XOF", 10_000n],
	["100.5", "KES", 10_050n],
	["0.01", "KES", 1n],
	["100000000000", "KES", MAX_AMOUNT_MINOR],
])("%j %s can be paid", (text, currency, amountMinor) => {
	expect(parsePayableAmount(text, currency)).toEqual({ amountMinor });
});

test("the digits on the wire are the amount, none lost and none added", () => {
	fc.assert(
		fc.property(anyPayable, (minor) => {
			const wire = toPlainDigits(minor);
			expect(wire).toMatch(/^(0|[1-9]\d*)(\.\d?[1-9])?$/);
			expect(parseDecimal(wire)).toBe(minor);
			// A reader that takes JSON numbers for doubles still gets the same amount.
			expect(String(JSON.parse(wire))).toBe(wire);
		}),
	);
});

test.each(["XOF", "XAF", "GNF", "RWF", "UGX"])("%s is shown without decimals", (currency) => {
	expect(currencyDecimals(currency)).toBe(0);
	expect(shownAs("18426350.00", currency, "en")).toBe("18_426_350");
});

test("a fraction that is not zero is shown, even where the currency has none", () => {
	expect(shownAs("100.50", "XOF", "en")).toBe("100.50");
	expect(shownAs("0.01", "XAF", "en")).toBe("0.01");
});

test("people read amounts in their language, exactly", () => {
	expect(shownAs("18426350.00", "XOF", "fr")).toBe("18_426_350");
	expect(shownAs("12.50", "KES", "fr")).toBe("12,50");
	expect(shownAs("999999999999999999.99", "KES", "en")).toBe("999_999_999_999_999_999.99");
	expect(shownAs("-7.00", "XOF", "en")).toBe("−7");
});

test("an amount is written as Intl writes it, but for the space and the minus", () => {
	fc.assert(
		fc.property(anyMinor, fc.constantFrom("XOF", "GHS"), fc.constantFrom("en", "fr"), (minor, currency, locale) => {
			const text = toShownDecimal(minor, currency);
			const decimals = text.includes(".") ? 2 : 0;
			const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals })
				.format(text as Intl.StringNumericLiteral)
				.replaceAll(locale === "en" ? "," : "\u202f", "\u00a0");
			expect(formatAmount(toDecimal(minor), currency, locale)).toBe(plain.replace("-", "−"));
		}),
	);
});

test("no digit of any amount is lost on its way to the screen", () => {
	fc.assert(
		fc.property(anyMinor, (minor) => {
			const shown = shownAs(toDecimal(minor), TWO_DECIMALS, "en").replaceAll("_", "").replace("−", "-");
			expect(parseDecimal(shown)).toBe(minor);
		}),
	);
});

test("what is no amount is shown as it came", () => {
	expect(shownAs("1e5", "XOF", "en")).toBe("1e5");
});

test("plain text for files has the currency's own decimals, and hides no fraction", () => {
	expect(toShownDecimal(-48_000_000n, "XOF")).toBe("-480000");
	expect(toShownDecimal(-48_000_050n, "XOF")).toBe("-480000.50");
	expect(toShownDecimal(1_200n, "GHS")).toBe("12.00");
	fc.assert(
		fc.property(anyMinor, fc.constantFrom("XOF", "GHS"), (minor, currency) => {
			expect(parseDecimal(toShownDecimal(minor, currency))).toBe(minor);
		}),
	);
});
