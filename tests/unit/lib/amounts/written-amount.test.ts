import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseWrittenAmount } from "#lib/amounts/written-amount.ts";
import { formatAmount, minorOf, toDecimal } from "#lib/money.ts";

describe("an amount as people and spreadsheets write it", () => {
	test.each([
		["25000", "XOF", 2_500_000n],
		["25 000", "XOF", 2_500_000n],
		["25\u202f000 FCFA", "XOF", 2_500_000n],
		["25.000 F CFA", "XOF", 2_500_000n],
		["25.000 FCFA", "XOF", 2_500_000n],
		["25 000 Frs", "XOF", 2_500_000n],
		["25 000 F.CFA", "XAF", 2_500_000n],
		["Frs CFA 25 000", "XOF", 2_500_000n],
		["25,000", "XOF", 2_500_000n],
		["25000.00", "XOF", 2_500_000n],
		["1.500.000", "XOF", 150_000_000n],
		["XOF 12 500", "XOF", 1_250_000n],
		["1,500.50", "GHS", 150_050n],
		["1.500,50", "GHS", 150_050n],
		["1 500,5", "GHS", 150_050n],
		["12,5", "GHS", 1_250n],
		["007", "GHS", 700n],
		["GH₵ 1,500.50", "GHS", 150_050n],
		["$12.50", "USD", 1_250n],
		["Ksh 1,500.50", "KES", 150_050n],
		["K12.50", "ZMW", 1_250n],
		["1 500 FG", "GNF", 150_000n],
	])("%s %s", (text, currency, minor) => {
		const parsed = parseWrittenAmount(text, currency);
		expect("amountMinor" in parsed ? parsed.amountMinor : null).toBe(minor);
	});

	test.each([
		["1.500", "GHS", "ambiguous"],
		["1,500", "GHS", "ambiguous"],
		["12,5", "XOF", "too_many_decimals"],
		["0.500", "XOF", "too_many_decimals"],
		[".500", "XOF", "not_a_number"],
		["0.500,50", "GHS", "not_a_number"],
		["2.25E+11", "XOF", "not_a_number"],
		["25000 GHS", "XOF", "not_a_number"],
		["25 000 FCFA", "GNF", "not_a_number"],
		["1 500 €", "XOF", "not_a_number"],
		["$1,500.00", "XOF", "not_a_number"],
		["12.50K", "ZMW", "not_a_number"],
		["50%", "XOF", "not_a_number"],
		["1 | 500", "XOF", "not_a_number"],
		["1 5", "XOF", "not_a_number"],
		["1.50.00", "GHS", "not_a_number"],
		["-500", "XOF", "not_positive"],
		["0", "XOF", "not_positive"],
		["12/05/2026", "XOF", "not_a_number"],
		["", "XOF", "not_a_number"],
	])("%s %s is not guessed: %s", (text, currency, fault) => {
		expect(parseWrittenAmount(text, currency)).toEqual({ fault });
	});

	test("every amount that Cauri shows is read back as itself", () => {
		const cases = fc.tuple(fc.bigInt(1n, 10_000_000_000n), fc.constantFrom("XOF", "GHS"), fc.constantFrom("en", "fr"));
		fc.assert(
			fc.property(cases, ([units, currency, locale]) => {
				const minor = currency === "XOF" ? units * 100n : units;
				const shown = formatAmount(toDecimal(minor), currency, locale);
				expect(parseWrittenAmount(shown, currency)).toEqual({ amountMinor: minor });
			}),
		);
	});

	test("what is read is what its digits say, whatever the separators", () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(..."0123456789 .,FCAX-") }), (text) => {
				const parsed = parseWrittenAmount(text, "XOF");
				if (!("amountMinor" in parsed)) return;
				const digits = text.replace(/\D/g, "").replace(/^0+/, "");
				const plain = toDecimal(parsed.amountMinor).replace(".00", "");
				expect([plain, `${plain}0`, `${plain}00`]).toContain(digits);
				expect(minorOf(toDecimal(parsed.amountMinor))).toBe(parsed.amountMinor);
			}),
		);
	});
});
