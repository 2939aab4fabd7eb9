import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COUNTRIES, type Country } from "#lib/countries.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { formatPhone, maskDigits, maskPhone, nationalPart } from "#lib/phone.ts";

/** Any number that a country could have given out. */
const subscriber = fc
	.constantFrom(...COUNTRIES)
	.chain((country) =>
		fc
			.constantFrom(...country.lengths)
			.chain((length) =>
				fc
					.tuple(
						fc.constantFrom(..."123456789"),
						fc.array(fc.constantFrom(..."0123456789"), { minLength: length - 1, maxLength: length - 1 }),
					)
					.map(([first, rest]) => ({ country, e164: `+${country.callingCode}${first}${rest.join("")}` })),
			),
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

	test("takes a number that a phone's address book copied with marks of direction around it", () => {
		const expected = { e164: "+2250503456789", country: "CI" };
		expect(parsePhone("\u202a+225 05 03 45 67 89\u202c", null)).toEqual(expected);
		expect(parsePhone(" \u2068\u200e05 03 45 67 89\u2069 ", "CI")).toEqual(expected);
	});

	test("drops a trunk zero where the country has one, also behind the calling code", () => {
		const kenyan = { e164: "+254712345678", country: "KE" };
		expect(parsePhone("0712 345 678", "KE")).toEqual(kenyan);
		expect(parsePhone("+254 (0) 712 345 678", null)).toEqual(kenyan);
		expect(parsePhone("071234567", "KE")).toEqual({ fault: "too_short" });
	});

	test("keeps the leading zero that belongs to the number in Côte d’Ivoire, Congo and Burkina Faso", () => {
		expect(parsePhone("05 03 45 67 89", "CI")).toEqual({ e164: "+2250503456789", country: "CI" });
		expect(parsePhone("06 612 3456", "CG")).toEqual({ e164: "+242066123456", country: "CG" });
		expect(parsePhone("05 12 34 56", "BF")).toEqual({ e164: "+22605123456", country: "BF" });
	});

	test("takes Gabon’s zero for what its place says", () => {
		expect(parsePhone("07 12 34 56", "GA")).toEqual({ e164: "+24107123456", country: "GA" });
		expect(parsePhone("074 12 34 56", "GA")).toEqual({ e164: "+24174123456", country: "GA" });
	});

	test("takes both lengths of Benin", () => {
		expect(parsePhone("61 23 45 67", "BJ")).toEqual({ e164: "+22961234567", country: "BJ" });
		expect(parsePhone("01 61 23 45 67", "BJ")).toEqual({ e164: "+2290161234567", country: "BJ" });
	});

	test("lets an international number win over the chosen country", () => {
		expect(parsePhone("+221 77 123 45 67", "CI")).toEqual({ e164: "+221771234567", country: "SN" });
		expect(parsePhone("221771234567", "CI")).toEqual({ e164: "+221771234567", country: "SN" });
	});

	test.each([
		["07 08 12 34", "CI", "old_length"],
		["+225 07 08 12 34", null, "old_length"],
		["07 08 12", "CI", "too_short"],
		["", "CI", "too_short"],
		["+", null, "too_short"],
		["07 08 12 34 56 7", "CI", "too_long"],
		["0708 12 34 5x", "CI", "not_a_number"],
		["+225 07+08", "CI", "not_a_number"],
		["+33 6 12 34 56 78", "CI", "country_unknown"],
		["0712345678", null, "country_unknown"],
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

describe("maskDigits", () => {
	test("hides a number in a text, and leaves what is none", () => {
		expect(maskDigits("+225 07 01 02 03 40")).toBe("+••• •• •• •• 03 40");
		expect(maskDigits("0340")).toBe("0340");
		expect(maskDigits("rent")).toBe("rent");
	});
});
