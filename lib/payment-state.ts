/**
 * The state machine of a payment, defined only here: verbs use it to check a change of state, screens to show a state. See
 * docs/architecture.md.
 */

import { type StatusMeaning, statusMeaning } from "#lib/payments/status-meaning.ts";

export const PAYMENT_STATES = [
	"awaiting_approval",
	"approved",
	"sending",
	"pending",
	"succeeded",
	"failed",
	"not_sent",
	"refused",
	"unknown",
	"may_have_left",
	"needs_review",
	"settled_paid",
	"settled_not_paid",
	"rejected",
	"cancelled",
	"expired",
] as const;

export type PaymentState = (typeof PAYMENT_STATES)[number];
type Group = readonly PaymentState[];
export const PAYMENT_KINDS = ["deposit", "payout"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

const TRANSITIONS: Record<PaymentState, readonly PaymentState[]> = {
	// `may_have_left` after a restore: the payout may have been approved and sent after the backup was made.
	awaiting_approval: ["approved", "rejected", "cancelled", "expired", "may_have_left"],
	// Back to `awaiting_approval` if, before the permit, approvals or signatures are missing or a twin (same number and amount) has left.
	approved: ["sending", "awaiting_approval", "cancelled", "expired", "not_sent", "may_have_left"],
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
};

export function canMove(from: PaymentState, to: PaymentState): boolean {
	return TRANSITIONS[from].includes(to);
}

// Groups of states. Code that checks for several states uses a group, so that a new state has to be added only here.

/** Requested, and without a permit yet. */
export const WAITING_STATES = ["awaiting_approval", "approved"] as const satisfies Group;

/** No payment waits longer than this after its request, whatever happens to it: older ones are not looked for when lines are matched. */
export const LONGEST_EXPIRY_MINUTES = 60 * 24 * 30;

/** Approved or being sent: the service has not answered yet. */
export const LEAVING_STATES = ["approved", "sending"] as const satisfies Group;
/** Not sent, or not answered by the service yet: the wallet's balance is assumed not to show the payment yet. */
export const UNANSWERED_STATES: Group = ["awaiting_approval", ...LEAVING_STATES];
/** The POST was or may have been made, and no usable answer to it has come yet. */
export const AWAITING_ANSWER_STATES: Group = ["sending", "unknown"];
/** The permit was taken, and the payment is neither ended nor in doubt. */
export const UNDER_WAY_STATES: Group = ["sending", "pending"];
/** In doubt: nobody knows the outcome, or the service contradicts the request or itself. The most urgent state comes first. */
export const IN_DOUBT_STATES = ["may_have_left", "unknown", "needs_review"] as const satisfies Group;
/** In doubt, until the service confirms a reference or people resolve the payment. */
export const AWAITING_REFERENCE_STATES: Group = ["unknown", "may_have_left"];
/** The payment left or may have left, and a status from the service can still decide the outcome. */
export const AWAITING_STATUS_STATES: Group = ["pending", ...AWAITING_REFERENCE_STATES];
/** The payment left or may have left, and its outcome is open. */
export const OUTSTANDING_STATES: Group = [...UNDER_WAY_STATES, ...IN_DOUBT_STATES];
/** Open states without `approved`: an approved payment leaves automatically, so it needs no person. */
export const MAY_WANT_PEOPLE_STATES: Group = ["awaiting_approval", ...OUTSTANDING_STATES];
export const OPEN_STATES: Group = [...WAITING_STATES, ...OUTSTANDING_STATES];
export const FINAL_STATUS_STATES: Group = ["succeeded", "failed"];
/** Two people resolved the payment. */
export const SETTLED_STATES: Group = ["settled_paid", "settled_not_paid"];
/** The service reported success, or two people resolved it as paid. */
export const PAID_STATES: Group = ["succeeded", "settled_paid"];
/** The payment never reached the service, or the service refused it. */
export const NOT_TAKEN_STATES: Group = ["not_sent", "refused"];
export const NEVER_PERMITTED_STATES: Group = ["rejected", "cancelled", "expired"];
/** Ended as not paid, at the last checks before the permit or after it. A wallet line for such a payment contradicts the state. */
export const UNPAID_AFTER_PERMIT_STATES: Group = ["failed", ...NOT_TAKEN_STATES, "settled_not_paid"];
export const ENDED_UNPAID_STATES: Group = [...UNPAID_AFTER_PERMIT_STATES, ...NEVER_PERMITTED_STATES];
/** Ended unpaid because the service or an approver refused the payment, or because it could not be sent. */
export const TURNED_DOWN_STATES: Group = ["failed", ...NOT_TAKEN_STATES, "rejected"];
/** States for which screens show a reason: the service's words, our cause, or a person's note. */
export const EXPLAINED_STATES: Group = [...NOT_TAKEN_STATES, "rejected", ...AWAITING_REFERENCE_STATES];
/** No byte of the payment has left the desk. */
export const NEVER_LEFT_STATES: Group = [...WAITING_STATES, ...NEVER_PERMITTED_STATES, "not_sent"];
/** Paid, or not proved to be unpaid: such a payment counts against limits, and the same payout again could pay twice. */
// guard: may-have-left-may-cost
export const MAY_COST_STATES: Group = [...OPEN_STATES, ...PAID_STATES];
/** Paid or with an open outcome: the wallet may have a line for the payment. */
export const MAY_HAVE_MOVED_STATES: Group = [...PAID_STATES, ...OUTSTANDING_STATES];
/** The service has the payment, by its own answer or because two people resolved it as paid. */
export const ADMITTED_STATES: Group = ["pending", ...FINAL_STATUS_STATES, "settled_paid"];
/** The worker checks the status automatically if the payment has a reference; after a final status rarely, and only for seven days. */
export const WATCHED_STATES: Group = [...AWAITING_STATUS_STATES, ...FINAL_STATUS_STATES];
/** The worker or a person can ask the service for the status, if the payment has a reference. */
export const ASKABLE_STATES: Group = ["pending", ...IN_DOUBT_STATES, ...FINAL_STATUS_STATES];
/** States that only a payout can have, because deposits need no approval. */
export const PAYOUT_ONLY_STATES: Group = ["awaiting_approval", "rejected"];

/** States of rows that count as failures of their batch. SQL repeats them in 0028-batch-failures-kept.from-0.1.0.sql; a test compares. */
export const BATCH_FAILURE_STATES: Group = [...UNPAID_AFTER_PERMIT_STATES, ...IN_DOUBT_STATES];

/** True when the payment is no longer open. Only a later check that contradicts `succeeded` or `failed` can still change it. */
export function isFinal(state: PaymentState): boolean {
	return !OPEN_STATES.includes(state);
}

/** True if a byte of the payment may have left the desk, even if a restored database has no record of it. */
export function mayHaveLeft(state: PaymentState): boolean {
	return !NEVER_LEFT_STATES.includes(state);
}

export function waitsForPermit(state: PaymentState): boolean {
	return (WAITING_STATES as Group).includes(state);
}

export function isLeaving(state: PaymentState): boolean {
	return (LEAVING_STATES as Group).includes(state);
}

export function isInDoubt(state: PaymentState): boolean {
	return (IN_DOUBT_STATES as Group).includes(state);
}

export function awaitsReference(state: PaymentState): boolean {
	return AWAITING_REFERENCE_STATES.includes(state);
}

export function isSettled(state: PaymentState): boolean {
	return SETTLED_STATES.includes(state);
}

/** Verdicts on a payment in doubt. `paid_other`: paid, but with another amount than the requested one. */
export const VERDICT_OUTCOMES = ["paid", "not_paid", "paid_other"] as const;
export type VerdictOutcome = (typeof VERDICT_OUTCOMES)[number];

/** Returns whether screens may say that the money moved; `maybe` while the outcome is open: a screen must not guess. */
export function moneyMoved(state: PaymentState): "yes" | "no" | "maybe" {
	if (PAID_STATES.includes(state)) return "yes";
	return OUTSTANDING_STATES.includes(state) ? "maybe" : "no";
}

/** The tone of a state; screens show it only with an icon and a text. */
export function stateTone(state: PaymentState): "positive" | "warning" | "danger" | "neutral" {
	switch (state) {
		case "succeeded":
		case "settled_paid":
			return "positive";
		case "awaiting_approval":
		case "approved":
		case "sending":
		case "pending":
			return "warning";
		case "unknown":
		case "may_have_left":
		case "needs_review":
		case "failed":
		case "refused":
		case "not_sent":
			return "danger";
		case "settled_not_paid":
		case "rejected":
		case "cancelled":
		case "expired":
			return "neutral";
	}
}

/** The facts of our request that the service's answer must repeat. `amount` is two-decimal text. */
export interface PaymentFacts {
	kind: PaymentKind;
	amount: string;
	currency: string;
}

/** The service's answer about a reference, already parsed by the schemas of `server/momo/wire.ts`. */
export interface ServiceAnswer {
	reference: string;
	transactionType: string;
	amount: string;
	currency: string;
	status: string;
}

const TYPE_OF_KIND: Record<PaymentKind, string> = { deposit: "deposit", payout: "withdrawal" };

export function transactionTypeOf(kind: PaymentKind): string {
	return TYPE_OF_KIND[kind];
}

/** Returns the facts in which the answer differs from our request. Compares exact text: "100.0" is not "100.00". */
export function contradictions(facts: PaymentFacts, answer: ServiceAnswer): ("amount" | "currency" | "type")[] {
	const found: ("amount" | "currency" | "type")[] = [];
	if (facts.amount !== answer.amount) found.push("amount");
	if (facts.currency !== answer.currency) found.push("currency");
	if (TYPE_OF_KIND[facts.kind] !== answer.transactionType) found.push("type");
	return found;
}

const STATE_OF_MEANING = {
	success: "succeeded",
	pending: "pending",
	failed: "failed",
	unrecognised: "pending",
} as const satisfies Record<StatusMeaning, PaymentState>;

/**
 * The state that a readable answer leads to. Assumption: only the exact text `success` is success; only a status that an admin
 * listed is failure (the list ships empty); every other text means: still open.
 */
export function stateFromAnswer(
	current: PaymentState,
	facts: PaymentFacts,
	answer: ServiceAnswer,
	finalFailures: ReadonlySet<string>,
): PaymentState {
	if (contradictions(facts, answer).length > 0) return "needs_review";
	const reported = STATE_OF_MEANING[statusMeaning(answer.status, finalFailures)];
	// A final status that changes is a contradiction, which people must review.
	if (FINAL_STATUS_STATES.includes(current)) return reported === current ? current : "needs_review";
	// No later status ends the review of a contradiction; only people do.
	if (current === "needs_review") return "needs_review";
	return reported;
}
