import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePayableAmount } from "#lib/amounts/payable-amount.ts";
import { resolutionSchema, verdictSchema } from "#lib/contracts/payment.ts";
import { depositPreviewRequestSchema, payoutRequestSchema } from "#lib/contracts/payment-request.ts";
import { MAX_AMOUNT_MINOR, toDecimal, toPlainDigits } from "#lib/money.ts";

const order = { currency: "GHS", operator: "mtn-gh", country: "GH", destination: "+233241234567" };

describe("an amount that was typed", () => {
	const minor = fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR });

	test("leaves the contract as it is kept, however it was written, and stays so when it is read again", () => {
		fc.assert(
			fc.property(minor, fc.constantFrom(toDecimal, toPlainDigits), (amount, write) => {
				const read = payoutRequestSchema.parse({ ...order, amount: write(amount) });
				expect(read).toEqual({ ...order, amount: toDecimal(amount) });
				expect(payoutRequestSchema.parse(read)).toEqual(read);
			}),
		);
	});

	test("is never read as another one, nor as nothing", () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,+\- e]{1,12}$/)), (amount) => {
				const asked = { amount, currency: "XOF", operator: "wave-ci" };
				const read = depositPreviewRequestSchema.safeParse(asked);
				const minor = parsePayableAmount(amount, "XOF");
				expect(read.data?.amount).toBe("amountMinor" in minor ? toDecimal(minor.amountMinor) : undefined);
			}),
		);
	});

	test("has its fault told beside those of other fields", () => {
		const read = payoutRequestSchema.safeParse({ ...order, amount: "0", destination: "no number" });
		expect(read.error?.issues.map(({ path }) => path.join("."))).toEqual(["destination", "amount"]);
	});
});

describe("the amount of a person's word", () => {
	const word = { reason: "Seen on the operator's statement", version: 3, evidence: "0".repeat(64) };

	test("is read like any other, whatever zeros were typed", () => {
		expect(verdictSchema.parse({ ...word, outcome: "paid", amount: "45000" }).amount).toBe("45000.00");
	});

	test.each([
		["paid", "amount_differs"],
		["not_paid", "amount_differs"],
		["paid_other", "amount_not_shown"],
	])("of %s is refused as %s when it cannot be read, at the door as in the verb", (outcome, fault) => {
		for (const schema of [verdictSchema, resolutionSchema]) {
			const { error } = schema.safeParse({ ...word, outcome, amount: "45 000" });
			expect(error?.issues).toMatchObject([{ path: ["amount"], message: fault }]);
		}
	});
});
