/** Events of a payment: a closed union. Facts are `details`, with a schema for each kind of event; `note` is what a person wrote. */
import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { causeSchema, serviceFaultSchema } from "#lib/contracts/service-fault.ts";
import { PAYMENT_EVENTS, type PaymentEventKey } from "#lib/payment-events.ts";
import { PAYMENT_STATES, VERDICT_OUTCOMES } from "#lib/payment-state.ts";

/** Facts in which an answer can contradict what was asked for. */
export const DIFFERING_FACTS = ["amount", "currency", "type", "reference", "opaque_id"] as const;
export type DifferingFact = (typeof DIFFERING_FACTS)[number];
/** How a transaction lies to the window of the payment whose it is not. */
export const OUTSIDE_PLACES = ["older", "later", "undated"] as const;

const nothing = z.strictObject({});
/** `reference`: of the payment, where this event is what brought it; `status`: the service's own word. */
const answer = z.strictObject({ reference: z.string().nullable(), status: z.string().nullable() });
const fault = z.strictObject(serviceFaultSchema.shape);
const people = z.array(z.string());
/** `field` is null where it is not told: by corrections from before there were fields, in signs that need no language. */
const correctionSchema = z.discriminatedUnion("field", [
	z.strictObject({ field: z.literal("amount"), from: decimalSchema, to: decimalSchema, currency: currencySchema }),
	z.strictObject({ field: z.literal("operator"), from: z.string(), to: z.string() }),
	/** Numbers are masked: events are kept for ever. */
	z.strictObject({ field: z.literal("destination"), from: z.string(), to: z.string() }),
	z.strictObject({ field: z.literal("note"), from: z.string().nullable(), to: z.string().nullable() }),
	z.strictObject({ field: z.null(), from: z.string(), to: z.string() }),
]);
export type CorrectedFact = z.infer<typeof correctionSchema>;

/**
 * Null and an empty list: not told by events from before there were details (server/payments/old-event.ts reads them). A change
 * here must go on reading what is kept: nobody rewrites events.
 */
export const EVENT_DETAILS = {
	requested: nothing,
	started: nothing,
	/** Ids of payouts of the same number and amount. */
	confirmed_duplicate: z.strictObject({ earlier: z.array(z.string()) }),
	corrected: z.strictObject({ changes: z.array(correctionSchema) }),
	/** Names of those whose decision does not count any more. */
	approvals_voided: z.strictObject({ people }),
	approved_in_part: z.strictObject({
		approvals: z.strictObject({ given: z.int(), needed: z.int() }).nullable(),
	}),
	approvals_missing: nothing,
	approvals_lapsed: z.strictObject({ people }),
	duplicate_since: nothing,
	approval_not_needed: nothing,
	approved: nothing,
	rejected: nothing,
	cancelled: nothing,
	expired: nothing,
	sending: nothing,
	accepted: answer,
	succeeded: answer,
	succeeded_late: answer,
	failed: answer,
	refused: fault,
	refused_keys: fault,
	not_sent: fault,
	not_sent_balance_low: nothing,
	not_sent_balance_unread: nothing,
	not_sent_facts_changed: nothing,
	not_sent_over_limit: nothing,
	not_sent_paused: nothing,
	not_sent_disk: nothing,
	not_sent_doubted: nothing,
	expired_by_doubt: nothing,
	marked_as_left: nothing,
	said_not_left: nothing,
	expired_by_service: nothing,
	stopped_by_gap: nothing,
	answer_unclear: fault,
	answer_lost: nothing,
	/** What the answer alone would have led to; its reference and status where it named them. */
	late_answer: z.strictObject({ ...answer.shape, ...fault.shape, outcome: z.enum(PAYMENT_STATES) }),
	contradiction: z.strictObject({
		differing: z.array(z.enum(DIFFERING_FACTS)),
		/** The answer named this one, and the payment has another. */
		otherReference: z.string().nullable(),
		cause: causeSchema.nullable(),
	}),
	reference_reused: z.strictObject({ otherReference: z.string().nullable() }),
	reference_older: z.strictObject({ otherReference: z.string().nullable(), createdAt: timeSchema.nullable() }),
	final_word_changed: answer,
	status_changed: answer,
	/** The word of the status, then that of the detail. */
	words_disagree: z.strictObject({ statuses: z.array(z.string()) }),
	hint_confirmed: answer,
	hint_set_aside: z.strictObject({
		otherReference: z.string().nullable(),
		placed: z.enum(OUTSIDE_PLACES).nullable(),
	}),
	reference_attached: answer,
	said_paid: nothing,
	said_not_paid: nothing,
	said_paid_other: z.strictObject({ paid: decimalSchema.nullable() }),
	word_withdrawn: z.strictObject({ outcome: z.enum(VERDICT_OUTCOMES).nullable() }),
	/** `first`: the name of who said it first. */
	settled_paid: z.strictObject({ first: z.string().nullable() }),
	settled_not_paid: z.strictObject({ first: z.string().nullable() }),
	settled_paid_other: z.strictObject({ first: z.string().nullable(), paid: decimalSchema.nullable() }),
} as const satisfies Record<PaymentEventKey, z.ZodObject>;

/** A correction as it was kept before its changes told their fields. */
export interface OldCorrection {
	changes: { from: string; to: string }[];
}

export type EventDetails<Key extends PaymentEventKey = PaymentEventKey> = z.infer<(typeof EVENT_DETAILS)[Key]>;
type NoDetails = {
	[Key in PaymentEventKey]: keyof (typeof EVENT_DETAILS)[Key]["shape"] extends never ? Key : never;
}[PaymentEventKey];

/** What happened, as it is written: events that have no facts of their own need name none. */
export type EventContent = {
	[Key in PaymentEventKey]: Key extends NoDetails
		? { event: Key; details?: EventDetails<Key> }
		: { event: Key; details: EventDetails<Key> };
}[PaymentEventKey];

const told = {
	state: z.enum(PAYMENT_STATES),
	at: timeSchema,
	/** A member, the service, or Cauri itself. */
	by: z.object({ kind: z.enum(["member", "service", "cauri"]), name: z.string().nullable() }),
	/** What a person wrote about it; ≤ 300 characters, never trusted. */
	note: z.string().nullable(),
};
type Told = z.infer<z.ZodObject<typeof told>>;
export type PaymentEvent = {
	[Key in PaymentEventKey]: Told & { event: Key; details: EventDetails<Key> };
}[PaymentEventKey];

const [first, ...others] = PAYMENT_EVENTS.map((event) =>
	z.object({ ...told, event: z.literal(event), details: EVENT_DETAILS[event] }),
);
// A list made by a loop has lost which details belong to which event; the type above says it, and each part holds it.
export const paymentEventSchema = z.discriminatedUnion("event", [
	first as NonNullable<typeof first>,
	...others,
]) as unknown as z.ZodType<PaymentEvent>;
