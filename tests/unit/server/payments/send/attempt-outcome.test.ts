import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError } from "#server/errors.ts";
import type { WireDeposit, WirePayout } from "#server/momo/wire.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { attemptOutcomeSchema, outcomeOfAnswer, outcomeOfError } from "#server/payments/send/attempt-outcome.ts";

const AT = new Date("2026-03-10T09:00:00.000Z");
const kind = fc.constantFrom("payout" as const, "deposit" as const);
const amount = fc.constantFrom("5000.00", "5000.0", "50.00");
const currency = fc.constantFrom("XOF", "XAF");
const type = fc.constantFrom("withdrawal", "deposit", "transfer");
const status = fc.constantFrom("success", "pending", "failed", "SUCCESS", " success", "paid", "reversed");
const listed = fc.subarray(["failed", "reversed", "pending", "success"]);
const opaque = fc.constantFrom(null, "OURS", "ANOTHER");

const answered = fc.record({ kind, amount, currency, type, status, listed, opaque }).map((drawn) => {
	const payment = { kind: drawn.kind, amount: "5000.00", currency: "XOF", opaque_id: "OURS" } as PaymentRow;
	const answer = {
		...{ reference: "TX-1", transaction_type: drawn.type, status: drawn.status },
		...{ amount: drawn.amount, currency: drawn.currency, opaque_id: drawn.opaque },
		...{ created_at: AT.toISOString(), processed_at: null },
	} as unknown as WireDeposit | WirePayout;
	const started = { answer, httpStatus: 201, excerpt: "{}" };
	return { ...drawn, outcome: outcomeOfAnswer(payment, started, new Set(drawn.listed), AT) };
});
type Drawn = typeof answered extends fc.Arbitrary<infer One> ? One : never;

/** True if the service's answer is about our request. */
function isOurs({ kind: asked, ...said }: Pick<Drawn, "kind" | "amount" | "currency" | "type">): boolean {
	const isOurType = said.type === (asked === "payout" ? "withdrawal" : "deposit");
	return said.amount === "5000.00" && said.currency === "XOF" && isOurType;
}

test("an answer makes a payment paid only by the exact word for the exact amount, currency and type", () => {
	fc.assert(
		fc.property(answered, (drawn) => {
			expect(drawn.outcome.state === "succeeded").toBe(isOurs(drawn) && drawn.status === "success");
			expect(drawn.outcome.state === "needs_review").toBe(!isOurs(drawn));
		}),
	);
});

test("an answer makes a payment failed only by a word that an admin has listed, and every other word leaves it open", () => {
	fc.assert(
		fc.property(answered.filter(isOurs), ({ outcome, status: said, listed: words }) => {
			// A status that the specification shows as open stays open, listed or not.
			const isFailure = words.includes(said) && said !== "pending";
			if (said !== "success") expect(outcome.state).toBe(isFailure ? "failed" : "pending");
		}),
	);
});

test("an id of the service's own makes no answer another payment's: it is kept, with the reference", () => {
	fc.assert(
		fc.property(answered.filter(isOurs), ({ outcome, opaque: given }) => {
			expect(outcome).toMatchObject({ reference: "TX-1", opaqueId: given });
		}),
	);
});

test("whatever an answer says, its reference is kept: as ours, or as a hint to be asked about", () => {
	fc.assert(
		fc.property(answered, ({ outcome }) => {
			expect([outcome.reference, outcome.hintReference]).toContain("TX-1");
		}),
	);
});

const failure = fc
	.record({
		kind: fc.constantFrom("refused" as const, "not_sent" as const, "unknown" as const),
		status: fc.constantFrom(undefined, 200, 302, 400, 401, 403, 404, 500, 503),
		contradiction: fc.boolean(),
		hintReference: fc.constantFrom(undefined, "TX-9"),
	})
	.map(({ kind: how, ...extra }) => ({
		how,
		...extra,
		outcome: outcomeOfError(new ServiceError(how, "broken_off", extra), AT),
	}));

test("a failed call is called unsent only where the connection never stood, and refused only where the service said so", () => {
	fc.assert(
		fc.property(failure, ({ how, contradiction, hintReference, outcome }) => {
			expect(outcome.state === "not_sent").toBe(how === "not_sent");
			expect(outcome.state === "refused").toBe(how === "refused");
			if (how === "unknown") expect(outcome.state).toBe(contradiction ? "needs_review" : "unknown");
			expect(outcome.reference).toBeNull();
			expect(outcome.hintReference).toBe(hintReference ?? null);
		}),
	);
	expect(outcomeOfError(new TypeError("a fault of ours"), AT).state).toBe("unknown");
});

test("what waits in a file while the database is away is read back as it was", () => {
	fc.assert(
		fc.property(fc.oneof(answered, failure), ({ outcome }) => {
			expect(attemptOutcomeSchema.parse(JSON.parse(JSON.stringify(outcome)))).toEqual(outcome);
		}),
	);
});
