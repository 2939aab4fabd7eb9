import { describe, expect, test } from "vitest";
import {
	operatorFor,
	servedCountries,
	settlePhone,
	usableOperators,
} from "#components/payments/form/operator-choice.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";

const choices = usableOperators(DEFAULT_OPERATORS, ["XOF", "XAF"]);

test("the form offers only what a configured wallet can work with and no admin has switched off", () => {
	expect(servedCountries(usableOperators(DEFAULT_OPERATORS, ["XAF"])).sort()).toEqual(["CG", "CM", "GA", "TD"]);
	expect(usableOperators(DEFAULT_OPERATORS, [])).toEqual([]);
	const off = DEFAULT_OPERATORS.map((operator) => ({ ...operator, enabled: operator.code !== "wave-ci" }));
	expect(usableOperators(off, ["XOF"]).map((choice) => choice.code)).not.toContain("wave-ci");
});

describe("operatorFor", () => {
	const typed = (phone: string, country: string, operator = "") => ({ phone, country, operator });

	test("follows the number until a person chooses", () => {
		expect(operatorFor(typed("05 03 45 67 89", "CI"), false, choices)).toBe("mtn-ci");
		expect(operatorFor(typed("07 03 45 67 89", "CI", "mtn-ci"), false, choices)).toBe("orange-money-ci");
		expect(operatorFor(typed("07 03 45 67 89", "CI", "wave-ci"), true, choices)).toBe("wave-ci");
	});

	test("prefers a known number's usual operator to its prefix, and a person's choice to both", () => {
		const usual = { e164: "+2250503456789", operator: "wave-ci" };
		expect(operatorFor(typed("05 03 45 67 89", "CI", "mtn-ci"), false, choices, usual)).toBe("wave-ci");
		expect(operatorFor(typed("05 03 45 67 89", "CI", "moov-ci"), true, choices, usual)).toBe("moov-ci");
		expect(operatorFor(typed("05 03 45 67 80", "CI", "wave-ci"), false, choices, usual)).toBe("mtn-ci");
		const gone = { ...usual, operator: "switched-off-ci" };
		expect(operatorFor(typed("05 03 45 67 89", "CI"), false, choices, gone)).toBe("mtn-ci");
	});

	test("drops a choice that does not stand in the number's country", () => {
		expect(operatorFor(typed("+221 77 123 45 67", "CI", "wave-ci"), true, choices)).toBe("orange-money-senegal");
		expect(operatorFor(typed("", "SN", "wave-ci"), true, choices)).toBe("");
	});

	test("lets go of what an earlier number suggested when the number is nobody's", () => {
		expect(operatorFor(typed("09 03 45 67 89", "CI", "orange-money-ci"), false, choices)).toBe("");
		expect(operatorFor(typed("09 03 45 67 89", "CI", "wave-ci"), false, choices)).toBe("wave-ci");
	});

	test("keeps what was there while the number is being typed, and chooses the only operator of a country", () => {
		expect(operatorFor(typed("05 03", "CI", "mtn-ci"), false, choices)).toBe("mtn-ci");
		expect(operatorFor(typed("", "", ""), false, choices)).toBe("");
		const one = choices.filter((choice) => choice.code === "wave-ci");
		expect(operatorFor(typed("27 03 45 67 89", "CI"), false, one)).toBe("wave-ci");
	});
});

test.each([
	["+221771234567", "CI", { phone: "77 123 45 67", country: "SN" }],
	["00225 0503456789", "", { phone: "05 03 45 67 89", country: "CI" }],
	["+33 6 12", "CI", { phone: "+33 6 12", country: "CI" }],
	["05 03 abc", "CI", { phone: "05 03 abc", country: "CI" }],
])("%s typed under %j keeps all that cannot be read, and gives its country away", (phone, country, settled) => {
	expect(settlePhone({ phone, country })).toEqual(settled);
});
