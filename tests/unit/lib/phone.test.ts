import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COUNTRIES, type Country } from "#lib/countries.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { formatPhone, maskDigits, maskPhone, nationalPart } from "#lib/phone.ts";

const subscriber = fc
	.constantFrom(...COUNTRIES)
	.chain((country) =>
		fc
			.tuple(
				fc.constantFrom(..."123456789"),
				fc.array(fc.constantFrom(..."0123456789"), { minLength: country.length - 1, maxLength: country.length - 1 }),
			)
			.map(([first, rest]) => ({ country, e164: `+${country.callingCode}${first}${rest.join("")}` })),
	);

const digitsOf = (country: Country, e164: string) => e164.slice(1 + country.callingCode.length);

describe("parsePhone", () => {
	test("reads back every number that formatPhone writes", () => {
		fc.assert(
			fc.property(subscriber, ({ country, e164 }) => {
				expect(parsePhone(formatPhone(e164), null)).toEqual({ e164, country: country.code });
			}),
		);
	});

	test("gives one number for all the ways of writing it", () => {
		fc.assert(
			fc.property(subscriber, fc.constantFrom(" ", ".", "-", "\u00a0", ""), ({ country, e164 }, separator) => {
				const expected = { e164, country: country.code };
				const spread = [...e164.slice(1)].join(separator);
				expect(parsePhone(`+${spread}`, null)).toEqual(expected);
				expect(parsePhone(`00${spread}`, "CI")).toEqual(expected);
				expect(parsePhone(nationalPart(e164), country.code)).toEqual(expected);
				expect(parsePhone(spread, country.code)).toEqual(expected);
			}),
		);
	});

	test.each([
		["as a phone's address book copies it", "\u202a+225 05 03 45 67 89\u202c", null, "+2250503456789", "CI"],
		["as a phone's address book copies it", " \u2068\u200e05 03 45 67 89\u2069 ", "CI", "+2250503456789", "CI"],
		["without a trunk zero", "0712 345 678", "KE", "+254712345678", "KE"],
		["without a trunk zero behind the calling code", "+254 (0) 712 345 678", null, "+254712345678", "KE"],
		["with the zero that belongs to it", "05 03 45 67 89", "CI", "+2250503456789", "CI"],
		["with the zero that belongs to it", "06 612 3456", "CG", "+242066123456", "CG"],
		["with the zero that belongs to it", "05 12 34 56", "BF", "+22605123456", "BF"],
		["without a trunk zero", "074 12 34 56", "GA", "+24174123456", "GA"],
		["of Benin with its 01", "01 61 23 45 67", "BJ", "+2290161234567", "BJ"],
		["of another country than the chosen one", "+221 77 123 45 67", "CI", "+221771234567", "SN"],
		["of another country than the chosen one", "221771234567", "CI", "+221771234567", "SN"],
	])("reads a number %s: %s", (_how, text, country, e164, of) => {
		expect(parsePhone(text, country)).toEqual({ e164, country: of });
	});

	test.each([
		["07 08 12 34", "CI", "old_length"],
		["+225 07 08 12 34", null, "old_length"],
		["61 23 45 67", "BJ", "old_length"],
		["6 12 34 56", "GA", "old_length"],
		["07 12 34 56", "GA", "old_length"],
		["07 08 12", "CI", "too_short"],
		["071234567", "KE", "too_short"],
		["", "CI", "too_short"],
		["+", null, "too_short"],
		["07 08 12 34 56 7", "CI", "too_long"],
		// Nobody dials a zero before these.
		["07 07 12 34 56", "SN", "too_long"],
		["+221 0 77 123 45 67", null, "too_long"],
		["070 12 34 56", "TG", "too_long"],
		["0708 12 34 5x", "CI", "not_a_number"],
		["+225 07+08", "CI", "not_a_number"],
		["+33 6 12 34 56 78", "CI", "country_unknown"],
		["0712345678", null, "country_missing"],
		["0712345678", "", "country_missing"],
		["0712345678", "FR", "country_unknown"],
	] as const)("names the fault of %j in %s: %s", (text, country, fault) => {
		expect(parsePhone(text, country)).toEqual({ fault });
	});

	test("never throws and never invents digits", () => {
		fc.assert(
			fc.property(fc.string(), fc.constantFrom(null, ...COUNTRIES.map((country) => country.code)), (text, country) => {
				const parsed = parsePhone(text, country);
				if ("fault" in parsed) return;
				expect(parsed.e164).toMatch(/^\+[1-9]\d{6,14}$/);
				const digits = digitsOf(
					COUNTRIES.find((each) => each.code === parsed.country) ?? (COUNTRIES[0] as Country),
					parsed.e164,
				);
				expect(text.replace(/\D/g, "").endsWith(digits)).toBe(true);
			}),
		);
	});
});

describe("formatPhone and maskPhone", () => {
	test("group digits as people of the country do", () => {
		expect(formatPhone("+2250503456789")).toBe("+225 05 03 45 67 89");
		expect(formatPhone("+221771234567")).toBe("+221 77 123 45 67");
		expect(formatPhone("+254712345678")).toBe("+254 712 345 678");
		expect(formatPhone("+33612345678")).toBe("+33612345678");
		expect(formatPhone("2250701020304")).toBe("2250701020304");
		expect(nationalPart("+2250503456789")).toBe("05 03 45 67 89");
	});

	test("hide whole groups in the middle", () => {
		expect(maskPhone("+2250503456789")).toBe("+225 05 •• •• 67 89");
		expect(maskPhone("+22670123456")).toBe("+226 70 •• •• 56");
		expect(maskPhone("+237671234567")).toBe("+237 6 71 •• •• 67");
		expect(maskPhone("+221771234567")).toBe("+221 77 ••• 45 67");
		expect(maskPhone("+254712345678")).toBe("+254 712 ••• 678");
		expect(maskPhone("+33612345678")).toBe("+336 •••• 78");
		expect(maskPhone("+22507010203")).toBe("+225 •••• 03");
		expect(maskPhone("+2250701")).toBe("+225 •••• 1");
	});

	test("never show a whole number in a mask", () => {
		fc.assert(
			fc.property(subscriber, ({ e164 }) => {
				expect(maskPhone(e164).match(/•/g)?.length).toBeGreaterThanOrEqual(3);
				expect(maskPhone(e164).replaceAll("•", "0")).toHaveLength(formatPhone(e164).length);
			}),
		);
	});
});

test("maskDigits hides a number in a text, and leaves what is none", () => {
	expect(maskDigits("+225 07 01 02 03 40")).toBe("+••• •• •• •• 03 40");
	expect(maskDigits("0340")).toBe("0340");
	expect(maskDigits("rent")).toBe("rent");
});
