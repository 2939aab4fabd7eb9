/**
 * The state machine of a payment, defined only here. Verbs ask it for the next state, screens for what to show. See
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
	// `may_have_left` follows a database mismatch: the payout may have been approved and sent in the lost time.
	awaiting_approval: ["approved", "rejected", "cancelled", "expired", "may_have_left"],
	// `awaiting_approval` again: before the permit the approvals no longer sufficed, or an equal payout had left.
	approved: ["sending", "awaiting_approval", "cancelled", "expired", "not_sent", "may_have_left"],
	sending: ["pending", "succeeded", "failed", "not_sent", "refused", "unknown", "needs_review"],
	pending: ["succeeded", "failed", "needs_review"],
	succeeded: ["needs_review"],
	failed: ["needs_review"],
	not_sent: [],
	refused: [],
	unknown: ["pending", "succeeded", "failed", "needs_review", "settled_paid", "settled_not_paid"],
	may_have_left: ["pending", "succeeded", "failed", "needs_review", "settled_paid", "settled_not_paid"],
	needs_review: ["succeeded", "settled_paid", "settled_not_paid"],
	settled_paid: [],
	settled_not_paid: [],
	rejected: [],
	cancelled: [],
	expired: [],
};

export function canMove(from: PaymentState, to: PaymentState): boolean {
	return TRANSITIONS[from].includes(to);
}

// Groups of states. Code that checks several states uses a group, so that a new state is added only here.

/** Requested, with its permit not spent. */
export const WAITING_STATES = ["awaiting_approval", "approved"] as const satisfies Group;
/** Needs no more approval, and the service has not answered yet. */
export const LEAVING_STATES = ["approved", "sending"] as const satisfies Group;
/** The service has not answered: its balance does not show the payment yet. */
export const UNANSWERED_STATES: Group = ["awaiting_approval", ...LEAVING_STATES];
/** The answer to the one POST has not come yet, in time or late. */
export const AWAITING_ANSWER_STATES: Group = ["sending", "unknown"];
/** The permit is spent, and the outcome is not in doubt. */
export const UNDER_WAY_STATES: Group = ["sending", "pending"];
/** The service reports no final status, or contradicts itself: people check the evidence and settle it. The most pressing comes first. */
export const IN_DOUBT_STATES = ["may_have_left", "unknown", "needs_review"] as const satisfies Group;
/** In doubt; a reference that the service confirms ends the doubt. */
export const AWAITING_REFERENCE_STATES: Group = ["unknown", "may_have_left"];
/** The payment left or may have left, and the service has reported no final status yet. */
export const AWAITING_STATUS_STATES: Group = ["pending", ...AWAITING_REFERENCE_STATES];
/** The payment left or may have left, and the outcome is unknown. */
export const OUTSTANDING_STATES: Group = [...UNDER_WAY_STATES, ...IN_DOUBT_STATES];
/** States that may need a person: approved payouts leave by themselves, final ones need nobody. */
export const MAY_WANT_PEOPLE_STATES: Group = ["awaiting_approval", ...OUTSTANDING_STATES];
export const OPEN_STATES: Group = [...WAITING_STATES, ...OUTSTANDING_STATES];
/** The service's own final status. */
export const FINAL_STATUS_STATES: Group = ["succeeded", "failed"];
/** Two people settled the outcome. */
export const SETTLED_STATES: Group = ["settled_paid", "settled_not_paid"];
/** The money certainly moved. */
export const PAID_STATES: Group = ["succeeded", "settled_paid"];
/** The service certainly did not take the payment. */
export const NOT_TAKEN_STATES: Group = ["not_sent", "refused"];
/** Ended before the permit. */
export const NEVER_PERMITTED_STATES: Group = ["rejected", "cancelled", "expired"];
/** The permit was spent, and the payment ended as not paid: a wallet line for it would contradict that. */
export const UNPAID_AFTER_PERMIT_STATES: Group = ["failed", ...NOT_TAKEN_STATES, "settled_not_paid"];
export const ENDED_UNPAID_STATES: Group = [...UNPAID_AFTER_PERMIT_STATES, ...NEVER_PERMITTED_STATES];
/** Ended unpaid because the service or a person refused, or because nothing could be sent. */
export const TURNED_DOWN_STATES: Group = ["failed", ...NOT_TAKEN_STATES, "rejected"];
/** States with an explanation: the service's text, Cauri's cause, or a person's note. */
export const EXPLAINED_STATES: Group = [...NOT_TAKEN_STATES, "rejected", ...AWAITING_REFERENCE_STATES];
/** No byte of the payment ever left the desk. */
export const NEVER_LEFT_STATES: Group = [...WAITING_STATES, ...NEVER_PERMITTED_STATES, "not_sent"];
/** Everything not proven unpaid: it counts against limits, and paying it again could pay twice. */
// guard: may-have-left-may-cost
export const MAY_COST_STATES: Group = [...OPEN_STATES, ...PAID_STATES];
/** Paid or unknown: the wallet may have a line for it. */
export const MAY_HAVE_MOVED_STATES: Group = [...PAID_STATES, ...OUTSTANDING_STATES];
/** The service has confirmed that it had the payment. */
export const ADMITTED_STATES: Group = ["pending", ...FINAL_STATUS_STATES, "settled_paid"];
/** Checked automatically; a success is checked slowly for seven days. */
export const WATCHED_STATES: Group = [...AWAITING_STATUS_STATES, "succeeded"];
/** The service may be asked about the payment, also on a person's request. */
export const ASKABLE_STATES: Group = ["pending", ...IN_DOUBT_STATES, ...FINAL_STATUS_STATES];
/** States that depend on approval: no deposit is ever in them. */
export const PAYOUT_STATES: Group = ["awaiting_approval", "rejected"];

/** Rows that count as failures of their batch. `batch_failures` (0023-batch-failures.from-0.1.0.sql) repeats them; a test compares. */
export const BATCH_FAILURE_STATES: Group = [...UNPAID_AFTER_PERMIT_STATES, ...IN_DOUBT_STATES];

/** True when no job changes the payment any more; `succeeded` is still checked slowly for seven days. */
export function isFinal(state: PaymentState): boolean {
	return !OPEN_STATES.includes(state);
}

/** True if a byte of the payment may ever have left the desk, also in time that a database lost. */
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

/** Verdicts on a payment in doubt; `paid_other`: paid with another amount than requested. */
export const VERDICT_OUTCOMES = ["paid", "not_paid", "paid_other"] as const;
export type VerdictOutcome = (typeof VERDICT_OUTCOMES)[number];

/** The state after two people gave the same verdict. */
export function settledBy(outcome: VerdictOutcome): "settled_paid" | "settled_not_paid" {
	return outcome === "not_paid" ? "settled_not_paid" : "settled_paid";
}

/** The statement about the money that a screen may make. `maybe` while nobody can know: never guess in either direction. */
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

/** Our request: the facts that the service's answer must repeat. Amount as two-decimal text. */
export interface PaymentFacts {
	kind: PaymentKind;
	amount: string;
	currency: string;
}

/** The service's answer about a reference, as the wire schemas pass it. */
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

/** The facts that differ; empty when the answer is about our payment. Compares exact text: "100.0" is not "100.00". */
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
	const said = STATE_OF_MEANING[statusMeaning(answer.status, finalFailures)];
	// A final state changes only after a person has looked at it.
	if (FINAL_STATUS_STATES.includes(current)) return said === current ? current : "needs_review";
	// After a contradiction, a later status must not clear it.
	if (current === "needs_review") return "needs_review";
	return said;
}
