import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as states from "#lib/payment-state.ts";
import {
	canMove,
	contradictions,
	isFinal,
	mayHaveLeft,
	moneyMoved,
	PAYMENT_STATES,
	type PaymentFacts,
	type PaymentState,
	type ServiceAnswer,
	stateFromAnswer,
	stateTone,
} from "#lib/payment-state.ts";

const state = fc.constantFrom(...PAYMENT_STATES);
const facts: PaymentFacts = { kind: "payout", amount: "45000.00", currency: "XOF" };
const word = (changes: Partial<ServiceAnswer> = {}): ServiceAnswer => ({
	reference: "TX-1",
	transactionType: "withdrawal",
	amount: "45000.00",
	currency: "XOF",
	status: "success",
	...changes,
});
const status = fc.oneof(
	fc.string({ maxLength: 40 }),
	fc.constantFrom("pending", "success", "Success", "success ", "succeeded", "failed", "SUCCESS"),
);

describe("transitions", () => {
	test("the table is this and no other", () => {
		const table = Object.fromEntries(
			PAYMENT_STATES.map((from) => [from, PAYMENT_STATES.filter((to) => canMove(from, to))]),
		);
		expect(table).toEqual({
			awaiting_approval: ["approved", "may_have_left", "rejected", "cancelled", "expired"],
			approved: ["awaiting_approval", "sending", "not_sent", "may_have_left", "cancelled", "expired"],
			sending: ["pending", "succeeded", "failed", "not_sent", "refused", "unknown", "needs_review"],
			pending: ["succeeded", "failed", "needs_review"],
			succeeded: ["needs_review"],
			failed: ["needs_review"],
			not_sent: [],
			refused: [],
			unknown: ["pending", "succeeded", "failed", "needs_review", "settled_paid", "settled_not_paid"],
			may_have_left: ["pending", "succeeded", "failed", "needs_review", "settled_paid", "settled_not_paid"],
			needs_review: ["settled_paid", "settled_not_paid"],
			settled_paid: [],
			settled_not_paid: [],
			rejected: [],
			cancelled: [],
			expired: [],
		});
	});

	test("no path of any length leads back to the permit or before it, so nothing can be sent twice", () => {
		fc.assert(
			fc.property(fc.array(state, { maxLength: 30 }), (path) => {
				let current: PaymentState = "sending";
				const been: PaymentState[] = [];
				for (const next of path) {
					if (!canMove(current, next)) continue;
					been.push(next);
					current = next;
				}
				return !been.some((each) => ["awaiting_approval", "approved", "sending"].includes(each));
			}),
		);
		for (const from of PAYMENT_STATES.filter(mayHaveLeft)) {
			for (const to of ["awaiting_approval", "approved", "sending"] as const) expect(canMove(from, to)).toBe(false);
		}
	});

	test("from every state that is not final there is a way to a final one", () => {
		const reaches = (from: PaymentState, seen = new Set<PaymentState>()): boolean => {
			if (isFinal(from)) return true;
			seen.add(from);
			return PAYMENT_STATES.some((to) => canMove(from, to) && !seen.has(to) && reaches(to, seen));
		};
		for (const each of PAYMENT_STATES) expect(reaches(each)).toBe(true);
	});
});

describe("the groups", () => {
	test("are these, each state in its place", () => {
		const { IN_DOUBT_STATES, ...groups } = Object.fromEntries(
			Object.entries(states).filter(([name]) => name.endsWith("_STATES") && name !== "PAYMENT_STATES"),
		);
		expect(IN_DOUBT_STATES).toEqual(["may_have_left", "unknown", "needs_review"]);
		const doubt = ["unknown", "may_have_left", "needs_review"];
		const open = ["awaiting_approval", "approved", "sending", "pending", ...doubt];
		const sorted = Object.entries(groups).map(([name, group]) => [name, [...(group as string[])].sort()]);
		expect(Object.fromEntries(sorted)).toEqual(
			mapped({
				WAITING_STATES: ["awaiting_approval", "approved"],
				LEAVING_STATES: ["approved", "sending"],
				UNANSWERED_STATES: ["awaiting_approval", "approved", "sending"],
				AWAITING_ANSWER_STATES: ["sending", "unknown"],
				UNDER_WAY_STATES: ["sending", "pending"],
				BATCH_FAILURE_STATES: ["failed", "refused", "not_sent", "settled_not_paid", ...doubt],
				AWAITING_REFERENCE_STATES: ["unknown", "may_have_left"],
				AWAITING_STATUS_STATES: ["pending", "unknown", "may_have_left"],
				OUTSTANDING_STATES: ["sending", "pending", ...doubt],
				MAY_WANT_PEOPLE_STATES: ["awaiting_approval", "sending", "pending", ...doubt],
				OPEN_STATES: open,
				FINAL_STATUS_STATES: ["succeeded", "failed"],
				SETTLED_STATES: ["settled_paid", "settled_not_paid"],
				PAID_STATES: ["succeeded", "settled_paid"],
				NOT_TAKEN_STATES: ["not_sent", "refused"],
				NEVER_PERMITTED_STATES: ["rejected", "cancelled", "expired"],
				UNPAID_AFTER_PERMIT_STATES: ["failed", "not_sent", "refused", "settled_not_paid"],
				ENDED_UNPAID_STATES: [
					...["failed", "not_sent", "refused", "settled_not_paid", "rejected", "cancelled", "expired"],
				],
				TURNED_DOWN_STATES: ["failed", "not_sent", "refused", "rejected"],
				EXPLAINED_STATES: ["not_sent", "refused", "rejected", "unknown", "may_have_left"],
				NEVER_LEFT_STATES: ["awaiting_approval", "approved", "rejected", "cancelled", "expired", "not_sent"],
				MAY_COST_STATES: [...open, "succeeded", "settled_paid"],
				MAY_HAVE_MOVED_STATES: ["succeeded", "settled_paid", "sending", "pending", ...doubt],
				ADMITTED_STATES: ["pending", "succeeded", "failed", "settled_paid"],
				WATCHED_STATES: ["pending", "unknown", "may_have_left", "succeeded", "failed"],
				ASKABLE_STATES: ["pending", ...doubt, "succeeded", "failed"],
				PAYOUT_ONLY_STATES: ["awaiting_approval", "rejected"],
			}),
		);
	});

	test("that exclude each other make the whole", () => {
		const { OPEN_STATES, PAID_STATES, ENDED_UNPAID_STATES } = states;
		expect([...OPEN_STATES, ...PAID_STATES, ...ENDED_UNPAID_STATES].sort()).toEqual([...PAYMENT_STATES].sort());
	});
});

function mapped(groups: Record<string, string[]>): Record<string, string[]> {
	return Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, [...group].sort()]));
}

describe("what may be said", () => {
	test("paid is said of `succeeded` and `settled_paid` alone; not paid only of states that know it", () => {
		expect(PAYMENT_STATES.filter((each) => moneyMoved(each) === "yes")).toEqual(["succeeded", "settled_paid"]);
		expect(PAYMENT_STATES.filter((each) => moneyMoved(each) === "maybe")).toEqual([
			"sending",
			"pending",
			"unknown",
			"may_have_left",
			"needs_review",
		]);
	});

	test("a state in which money may have moved is never dressed as neutral, and only paid is positive", () => {
		for (const each of PAYMENT_STATES) {
			if (moneyMoved(each) === "maybe") expect(["warning", "danger"]).toContain(stateTone(each));
			expect(stateTone(each) === "positive").toBe(moneyMoved(each) === "yes");
		}
	});

	test("what never had its permit cannot have moved money", () => {
		for (const each of PAYMENT_STATES) if (!mayHaveLeft(each)) expect(moneyMoved(each)).toBe("no");
	});
});

describe("the service's word", () => {
	const open: PaymentState[] = ["sending", "pending", "unknown"];

	test("whatever it says leads to the same state or to one that the table lists", () => {
		fc.assert(
			fc.property(
				fc.constantFrom<PaymentState>("sending", "pending", "unknown", "succeeded", "failed", "needs_review"),
				status,
				fc.array(status, { maxLength: 3 }),
				fc.record({ amount: fc.constantFrom("45000.00", "45000.01"), currency: fc.constantFrom("XOF", "XAF") }),
				(current, said, failures, changes) => {
					const next = stateFromAnswer(current, facts, word({ ...changes, status: said }), new Set(failures));
					return next === current || canMove(current, next);
				},
			),
		);
	});

	test("only the exact text `success` is success", () => {
		fc.assert(
			fc.property(fc.constantFrom(...open), status, (current, said) => {
				const next = stateFromAnswer(current, facts, word({ status: said }), new Set());
				return (next === "succeeded") === (said === "success");
			}),
		);
	});

	test("nothing is a failure unless an admin listed exactly that text", () => {
		fc.assert(
			fc.property(fc.constantFrom(...open), status, (current, said) => {
				expect(stateFromAnswer(current, facts, word({ status: said }), new Set())).not.toBe("failed");
				const listed = stateFromAnswer(current, facts, word({ status: said }), new Set([said]));
				// The specification's own statuses keep their meaning, listed or not.
				return listed === (said === "success" ? "succeeded" : said === "pending" ? "pending" : "failed");
			}),
		);
	});

	test("a differing amount, currency or type is a contradiction from every state, whatever the status says", () => {
		const changes = fc.constantFrom<Partial<ServiceAnswer>>(
			{ amount: "45000.0" },
			{ amount: "045000.00" },
			{ amount: "-45000.00" },
			{ currency: "xof" },
			{ transactionType: "deposit" },
			{ transactionType: "Withdrawal" },
		);
		fc.assert(
			fc.property(fc.constantFrom(...open), changes, status, (current, change, said) => {
				expect(contradictions(facts, word(change))).toHaveLength(1);
				return stateFromAnswer(current, facts, word({ ...change, status: said }), new Set([said])) === "needs_review";
			}),
		);
	});

	test("a final word that changes, and a contradiction once seen, stay with people", () => {
		fc.assert(
			fc.property(status, (said) => {
				const next = stateFromAnswer("succeeded", facts, word({ status: said }), new Set());
				expect(next).toBe(said === "success" ? "succeeded" : "needs_review");
				return stateFromAnswer("needs_review", facts, word({ status: said }), new Set([said])) === "needs_review";
			}),
		);
	});
});
