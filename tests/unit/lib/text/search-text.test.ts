import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount, MAX_AMOUNT_MINOR, toDecimal } from "#lib/money.ts";
import { formatPhone, nationalPart } from "#lib/phone.ts";
import { numberEnds, readSearchedAmount, searchTerms } from "#lib/text/search-text.ts";

const amount = fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR });

describe("an amount that is searched for", () => {
	test("is understood as every screen of ours writes it, with or without its currency and sign", () => {
		fc.assert(
			fc.property(
				amount,
				fc.constantFrom("XOF", "XAF", "GHS", "USD"),
				fc.constantFrom("en", "fr"),
				fc.constantFrom("", "+", "−", "-"),
				(minor, currency, locale, sign) => {
					const shown = sign + formatAmount(toDecimal(minor), currency, locale);
					for (const text of [shown, `${shown}\u00a0${currency}`, `${currency} ${shown}`, shown.replace(/\s/g, "")]) {
						expect(readSearchedAmount(text)?.amounts, text).toContain(toDecimal(minor));
					}
				},
			),
		);
	});

	test.each([
		["45000", ["45000.00"], null],
		["45,000", ["45000.00"], null],
		["45.000", ["45000.00"], null],
		["45’000 XOF", ["45000.00"], "XOF"],
		["xof 45000", ["45000.00"], "XOF"],
		["45 000 FCFA", ["45000.00"], null],
		["45 000 F CFA", ["45000.00"], null],
		["45 000 CFA", ["45000.00"], null],
		["CFA 45 000", ["45000.00"], null],
		["45 000 Frs", ["45000.00"], null],
		["45 000 francs CFA", ["45000.00"], null],
		["KSh 1,500", ["1500.00"], null],
		["1.200.000", ["1200000.00"], null],
		["1,200,000.50", ["1200000.50"], null],
		["12,5", ["12.50"], null],
		["12.50", ["12.50"], null],
		["7.", ["7.00"], null],
	])("%s means %j in %s", (text, amounts, currency) => {
		expect(readSearchedAmount(text)).toEqual({ amounts, currency });
	});

	test.each([
		"",
		"rent",
		"0503456789",
		"+225 05 03 45 67 89 x",
		"0",
		"0.00",
		"12.345.6",
		"TX-2026",
		"1e9",
		"10 payouts",
		"12,3456",
	])("is not found in %j", (text) => {
		expect(readSearchedAmount(text)).toBeNull();
	});
});

describe("a number that is searched for", () => {
	test("is meant by its end, as people write it: national, international, with 00, or only the last digits", () => {
		const e164 = "+2250503456789";
		for (const text of [e164, formatPhone(e164), nationalPart(e164), "00225 05 03 45 67 89", "67 89", "45-67-89"]) {
			expect(
				numberEnds(text).some((end) => e164.endsWith(end)),
				text,
			).toBe(true);
		}
		expect(numberEnds("0712 345 678")).toContain("712345678");
		for (const text of ["05/03/45/67/89", "05‑03‑45‑67‑89", "05 – 03 45 67 89"])
			expect(numberEnds(text), text).toContain("0503456789");
		expect(numberEnds("\u202a+254 712 345 678\u202c")).toEqual(["254712345678"]);
	});

	test.each(["789", "rent 6789", "TX-6789", ""])("is not %j", (text) => {
		expect(numberEnds(text)).toEqual([]);
	});
});

test("words are parted by signs, without capitals and accents, however they are composed", () => {
	expect(searchTerms("  Loyer d’août · INV-2026/114 (Koné) ")).toEqual(["loyer", "d", "aout", "inv", "2026", "114"]);
	expect(searchTerms("Kone\u0301")).toEqual(searchTerms("Koné"));
	fc.assert(fc.property(fc.string(), (text) => void expect(searchTerms(text).join("")).not.toMatch(/['\s]/)));
});
