/**
 * The state machine of a payment: the only place that knows it. Pure; verbs ask it what a fact leads to,
 * screens ask it what may be said. See docs/architecture.md for the table in words.
 */

import { type StatusMeaning, statusMeaning } from "#lib/status-meaning.ts";

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
	// Stopped by a doubt about the database: in the time that is lost it may have been approved, and sent.
	awaiting_approval: ["approved", "rejected", "cancelled", "expired", "may_have_left"],
	// Back to the approvers when the rules have become stricter before the permit.
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

// The groups. Whoever asks of more than one state asks for one of these: a new state is put in its place here, and nowhere else.

/** Asked for, and its permit not spent. */
export const WAITING_STATES = ["awaiting_approval", "approved"] as const satisfies Group;
/** On its way out: everybody has agreed, and the service has not answered yet. */
export const LEAVING_STATES = ["approved", "sending"] as const satisfies Group;
/** No answer of the service so far: its balance does not show it yet. */
export const UNANSWERED_STATES: Group = ["awaiting_approval", ...LEAVING_STATES];
/** The answer of its one POST has not come yet, in time or late. */
export const AWAITING_ANSWER_STATES: Group = ["sending", "unknown"];
/** Its permit is spent, and it takes its ordinary way. */
export const UNDER_WAY_STATES: Group = ["sending", "pending"];
/** The service does not tell how it ended: people look at the evidence and settle it. The most pressing first. */
export const IN_DOUBT_STATES = ["may_have_left", "unknown", "needs_review"] as const satisfies Group;
/** In doubt, and a reference that the service confirms ends it. */
export const AWAITING_REFERENCE_STATES: Group = ["unknown", "may_have_left"];
/** It left or may have left, and no status that the service told of it is final so far. */
export const AWAITING_STATUS_STATES: Group = ["pending", ...AWAITING_REFERENCE_STATES];
/** It left or may have left, and nobody knows yet how it ended. */
export const OUTSTANDING_STATES: Group = [...UNDER_WAY_STATES, ...IN_DOUBT_STATES];
/** It may want a person: what is approved leaves by itself, and what is final wants nobody. */
export const MAY_WANT_PEOPLE_STATES: Group = ["awaiting_approval", ...OUTSTANDING_STATES];
/** Everything that is not final. */
export const OPEN_STATES: Group = [...WAITING_STATES, ...OUTSTANDING_STATES];
/** The service's own last word. */
export const FINAL_STATUS_STATES: Group = ["succeeded", "failed"];
/** Two people have said how it ended. */
export const SETTLED_STATES: Group = ["settled_paid", "settled_not_paid"];
/** It is known that the money moved. */
export const PAID_STATES: Group = ["succeeded", "settled_paid"];
/** It is certain that the service did not take it. */
export const NOT_TAKEN_STATES: Group = ["not_sent", "refused"];
/** Ended before the permit. */
export const NEVER_PERMITTED_STATES: Group = ["rejected", "cancelled", "expired"];
/** Over, and not paid. */
export const ENDED_UNPAID_STATES: Group = [
	"failed",
	...NOT_TAKEN_STATES,
	"settled_not_paid",
	...NEVER_PERMITTED_STATES,
];
/** Ended against what was wanted, by somebody's word. */
export const TURNED_DOWN_STATES: Group = ["failed", ...NOT_TAKEN_STATES, "rejected"];
/** What it came to last, somebody has explained: the service in its words, Cauri by a cause, a person by a note. */
export const EXPLAINED_STATES: Group = [...NOT_TAKEN_STATES, "rejected", ...AWAITING_REFERENCE_STATES];
/** No byte of it ever left the house. */
export const NEVER_LEFT_STATES: Group = [...WAITING_STATES, ...NEVER_PERMITTED_STATES, "not_sent"];
/** Everything that is not proven unpaid: what counts against limits, and what the same payment again would double. */
// guard: may-have-left-may-cost
export const MAY_COST_STATES: Group = [...OPEN_STATES, ...PAID_STATES];
/** Paid, or nobody knows: what may have a line in the wallet. */
export const MAY_HAVE_MOVED_STATES: Group = [...PAID_STATES, ...OUTSTANDING_STATES];
/** The service has said that it had it. */
export const ADMITTED_STATES: Group = ["pending", ...FINAL_STATUS_STATES, "settled_paid"];
/** Looked at without being asked: a success is watched slowly for seven days. */
export const WATCHED_STATES: Group = [...AWAITING_STATUS_STATES, "succeeded"];
/** The service may be asked about it, by a person too. */
export const ASKABLE_STATES: Group = ["pending", ...IN_DOUBT_STATES, ...FINAL_STATUS_STATES];
/** Known by an approval or the lack of one: no deposit is ever in them. */
export const PAYOUT_STATES: Group = ["awaiting_approval", "rejected"];

/** No job of ours will change it any more; `succeeded` is still watched slowly for seven days. */
export function isFinal(state: PaymentState): boolean {
	return !OPEN_STATES.includes(state);
}

/** May a byte ever have left the house: its permit was spent, here or in the time that a database has lost? */
export function mayHaveLeft(state: PaymentState): boolean {
	return !NEVER_LEFT_STATES.includes(state);
}

/** One of WAITING_STATES. */
export function waitsForPermit(state: PaymentState): boolean {
	return (WAITING_STATES as Group).includes(state);
}

/** One of LEAVING_STATES. */
export function isLeaving(state: PaymentState): boolean {
	return (LEAVING_STATES as Group).includes(state);
}

/** One of IN_DOUBT_STATES. */
export function isInDoubt(state: PaymentState): boolean {
	return (IN_DOUBT_STATES as Group).includes(state);
}

/** One of AWAITING_REFERENCE_STATES. */
export function awaitsReference(state: PaymentState): boolean {
	return AWAITING_REFERENCE_STATES.includes(state);
}

/** One of SETTLED_STATES. */
export function isSettled(state: PaymentState): boolean {
	return SETTLED_STATES.includes(state);
}

/** What a person may say of a payment in doubt; `paid_other`: paid, with another amount than was asked for. */
export const VERDICT_OUTCOMES = ["paid", "not_paid", "paid_other"] as const;
export type VerdictOutcome = (typeof VERDICT_OUTCOMES)[number];

/** The state that the same word of two people leads to. */
export function settledBy(outcome: VerdictOutcome): "settled_paid" | "settled_not_paid" {
	return outcome === "not_paid" ? "settled_not_paid" : "settled_paid";
}

/** What the screen may say about the money. `unknown` when nobody can know; never guess in either direction. */
export function moneyMoved(state: PaymentState): "yes" | "no" | "maybe" {
	if (PAID_STATES.includes(state)) return "yes";
	return OUTSTANDING_STATES.includes(state) ? "maybe" : "no";
}

/** The four tones a state may wear; always beside an icon and a word. */
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

/** What we asked for: the facts that the service's answer must repeat. Amount as two-decimal text. */
export interface PaymentFacts {
	kind: PaymentKind;
	amount: string;
	currency: string;
}

/** What the service says under a reference, as the wire schemas let it through. */
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

/** The facts that differ, empty when the service speaks of our payment. Exact text: "100.0" is not "100.00". */
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
 * The state that a readable word of the service leads to. Assumption: only the exact text `success` is success; only a
 * status an admin listed is failure (the list ships empty); every other text means: still open.
 */
export function stateFromAnswer(
	current: PaymentState,
	facts: PaymentFacts,
	answer: ServiceAnswer,
	finalFailures: ReadonlySet<string>,
): PaymentState {
	if (contradictions(facts, answer).length > 0) return "needs_review";
	const said = STATE_OF_MEANING[statusMeaning(answer.status, finalFailures)];
	// What was final cannot become something else without a person looking at it.
	if (FINAL_STATUS_STATES.includes(current)) return said === current ? current : "needs_review";
	// A contradiction was seen: another word of the service does not undo it.
	if (current === "needs_review") return "needs_review";
	return said;
}
