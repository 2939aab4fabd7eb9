import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operatorSchema } from "#lib/contracts/operator.ts";
import { COUNTRIES } from "#lib/countries.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { suggestOperator } from "#lib/operator-options.ts";

describe("DEFAULT_OPERATORS", () => {
	test("are valid by the contract, with codes used once", () => {
		for (const operator of DEFAULT_OPERATORS) expect(operatorSchema.parse(operator)).toEqual(operator);
		expect(new Set(DEFAULT_OPERATORS.map((operator) => operator.code)).size).toBe(DEFAULT_OPERATORS.length);
	});

	test("stand in a known country and use one of its currencies", () => {
		for (const operator of DEFAULT_OPERATORS) {
			const country = COUNTRIES.find((each) => each.code === operator.country);
			expect(country?.currencies).toContain(operator.currency);
		}
	});

	test("serve every country", () => {
		expect(new Set(DEFAULT_OPERATORS.map((operator) => operator.country))).toEqual(
			new Set(COUNTRIES.map((country) => country.code)),
		);
	});

	test("never claim one prefix twice in a country", () => {
		for (const country of COUNTRIES) {
			const claimed = DEFAULT_OPERATORS.filter((each) => each.country === country.code).flatMap(
				(each) => each.prefixes,
			);
			expect(new Set(claimed).size).toBe(claimed.length);
		}
	});

	test("tell the payer what to dial wherever a code is needed", () => {
		for (const operator of DEFAULT_OPERATORS) {
			if (operator.flow === "otp") expect(operator.dialCode).toMatch(/^[*#][\d*#{}a-z]+#$/);
		}
	});
});

describe("suggestOperator", () => {
	test.each([
		["+2250701020304", "orange-money-ci"],
		["+2250503456789", "mtn-ci"],
		["+2290151345029", "mtn-benin"],
		["+2290155345029", "moov-benin"],
		["+237653456019", "mtn-cameroon"],
		["+237655456019", "orange-money-cameroon"],
		["+254712345678", "mpesa-kenya"],
		["+254757345678", "mpesa-kenya"],
		["+254751345678", "airtel-kenya"],
	])("takes the longest prefix: %s looks like %s", (e164, code) => {
		expect(suggestOperator(e164, DEFAULT_OPERATORS)?.code).toBe(code);
	});

	test("suggests nobody for a prefix that nobody claims, nor for a foreign number", () => {
		expect(suggestOperator("+2252703456789", DEFAULT_OPERATORS)).toBeNull();
		expect(suggestOperator("+33612345678", DEFAULT_OPERATORS)).toBeNull();
	});

	test("never suggests Wave, a disabled operator, or one of another country", () => {
		const without = DEFAULT_OPERATORS.map((each) => (each.code === "mtn-ci" ? { ...each, enabled: false } : each));
		expect(suggestOperator("+2250503456789", without)).toBeNull();
		fc.assert(
			fc.property(fc.constantFrom(...COUNTRIES), fc.stringMatching(/^\d{7,10}$/), (country, digits) => {
				const found = suggestOperator(`+${country.callingCode}${digits}`, DEFAULT_OPERATORS);
				if (!found) return;
				expect(found.country).toBe(country.code);
				expect(found.code).not.toMatch(/wave/);
			}),
		);
	});
});
