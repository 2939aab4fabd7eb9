import { describe, expect, test } from "vitest";
import { usableOperators } from "#components/payments/form/operator-choice.ts";
import { EMPTY_DRAFT } from "#components/payments/form/stored-draft.ts";
import { type PaymentDraft, readDepositDraft, readPayoutDraft } from "#components/payments/payment-draft.ts";
import { draftField } from "#components/payments/request-faults.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";

const choices = usableOperators(DEFAULT_OPERATORS, ["XOF"]);
const draft: PaymentDraft = {
	phone: "05 03 45 67 89",
	country: "CI",
	operator: "mtn-ci",
	amount: "120000.",
	note: " Invoice 2231 ",
};

test("a complete draft becomes the request that the route takes; an international number decides the country", () => {
	const shared = { amount: "120000.00", currency: "XOF", operator: "mtn-ci", country: "CI" };
	const [number, note] = ["+2250503456789", "Invoice 2231"];
	expect(readDepositDraft(draft, choices)).toEqual({ request: { ...shared, phoneNumber: number, note } });
	expect(readPayoutDraft(draft, choices)).toEqual({ request: { ...shared, destination: number, metadata: { note } } });
	expect(readPayoutDraft({ ...draft, note: "  " }, choices)).not.toHaveProperty("request.metadata");
	const abroad = { ...draft, phone: "+221 77 123 45 67", operator: "wave-senegal" };
	expect(readDepositDraft(abroad, choices)).toHaveProperty("request.country", "SN");
});

describe("faults", () => {
	test("stand at every empty field but the note", () => {
		expect(readDepositDraft(EMPTY_DRAFT, choices)).toEqual({
			faults: { phone: "required", operator: "required", amount: "required" },
		});
	});

	test.each([
		[{ phone: "05 03 45" }, { phone: "too_short" }],
		[{ phone: "05 03 45 67" }, { phone: "old_length" }],
		[{ phone: "+33 6 12 34 56 78" }, { phone: "country_unknown" }],
		[{ country: "" }, { phone: "country_missing" }],
		[{ phone: "+254 712 345 678" }, { phone: "country_not_served" }],
		[{ operator: "free-money-senegal" }, { operator: "other_country" }],
		[{ operator: "nobody" }, { operator: "other_country" }],
		[{ amount: "0" }, { amount: "not_positive" }],
		[{ amount: "12.5" }, { amount: "too_many_decimals" }],
		[{ amount: "12.500" }, { amount: "too_many_decimals" }],
		[{ amount: "beaucoup" }, { amount: "not_a_number" }],
		[{ amount: "99999999999999" }, { amount: "too_large" }],
		[{ note: "x".repeat(141) }, { note: "too_long" }],
		[{ note: "a\u202eb" }, { note: "invalid" }],
	])("of %j are named at the field: %j", (change, faults) => {
		expect(readPayoutDraft({ ...draft, ...change }, choices)).toEqual({ faults });
	});

	test("of the route find the field that they belong to", () => {
		expect(draftField("destination")).toBe("phone");
		expect(draftField("metadata.note")).toBe("note");
		expect(draftField("version")).toBeNull();
	});
});
