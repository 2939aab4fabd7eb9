import fc from "fast-check";
import { expect, test } from "vitest";
import { stateFromAnswer } from "#lib/payment-state.ts";
import { statusMeaning } from "#lib/payments/status-meaning.ts";

const facts = { kind: "payout" as const, amount: "45000.00", currency: "XOF" };
const word = (status: string) => ({ reference: "TX-1", transactionType: "withdrawal", ...facts, status });
const status = fc.oneof(
	fc.constantFrom("success", "pending", "failed", "Success", "success ", "declined", "expired"),
	fc.string({ minLength: 1, maxLength: 20 }),
);

test("what the specification shows keeps its meaning whatever is listed; of the rest only what is listed has one", () => {
	fc.assert(
		fc.property(status, fc.array(status), (said, listed) => {
			const meaning = statusMeaning(said, new Set(listed));
			if (said === "success" || said === "pending") expect(meaning).toBe(said);
			else expect(meaning).toBe(listed.includes(said) ? "failed" : "unrecognised");
		}),
	);
});

test("the state machine and the screens read a word alike: a payment fails exactly when its word means failed", () => {
	const STATES = { success: "succeeded", pending: "pending", failed: "failed", unrecognised: "pending" } as const;
	fc.assert(
		fc.property(status, fc.array(status), (said, listed) => {
			const final = new Set(listed);
			expect(stateFromAnswer("sending", facts, word(said), final)).toBe(STATES[statusMeaning(said, final)]);
		}),
	);
});
