/** Events of a payment, a closed union. `details`: facts, with a schema for each kind of event; `note`: a person's text. */
import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { causeSchema, serviceFaultSchema } from "#lib/contracts/service-fault.ts";
import { PAYMENT_STATES, VERDICT_OUTCOMES } from "#lib/payment-state.ts";

export const DIFFERING_FACTS = ["amount", "currency", "type", "reference", "opaque_id"] as const;
export type DifferingFact = (typeof DIFFERING_FACTS)[number];
/** The service dates the transaction before (`older`) or after (`later`) the window of the payment's POST, or not at all (`undated`). */
export const OUTSIDE_PLACES = ["older", "later", "undated"] as const;

const nothing = z.strictObject({});
/** `reference`: the service's reference, if this event gave it to the payment, else null; `status`: the service's own value. */
const answer = z.strictObject({ reference: z.string().nullable(), status: z.string().nullable() });
const fault = z.strictObject(serviceFaultSchema.shape);
const people = z.array(z.string());
const correctionSchema = z.discriminatedUnion("field", [
	z.strictObject({ field: z.literal("amount"), from: decimalSchema, to: decimalSchema, currency: currencySchema }),
	z.strictObject({ field: z.literal("operator"), from: z.string(), to: z.string() }),
	/** Numbers are masked, because events are never deleted. */
	z.strictObject({ field: z.literal("destination"), from: z.string(), to: z.string() }),
	z.strictObject({ field: z.literal("note"), from: z.string().nullable(), to: z.string().nullable() }),
]);
export type CorrectedFact = z.infer<typeof correctionSchema>;

/**
 * The closed list of events, with the schema of their details. A changed schema must still accept the events that are stored: events are
 * never rewritten. Each event has texts under `payments.events` and `audit.actions.payment` in lib/i18n.
 */
export const EVENT_DETAILS = {
	requested: nothing,
	started: nothing,
	confirmed_duplicate: z.strictObject({ earlier: z.array(z.string()) }),
	corrected: z.strictObject({ changes: z.array(correctionSchema) }),
	approvals_voided: z.strictObject({ people }),
	approved_in_part: z.strictObject({ approvals: z.strictObject({ given: z.int(), needed: z.int() }) }),
	approvals_missing: nothing,
	approvals_lapsed: z.strictObject({ people }),
	signature_missing: nothing,
	duplicate_since: nothing,
	asked_again_by_doubt: nothing,
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
	not_sent_balance_unread: nothing,
	not_sent_facts_changed: nothing,
	not_sent_over_limit: nothing,
	not_sent_paused: nothing,
	not_sent_disk: nothing,
	mismatch_before_sending: nothing,
	not_sent_stopped: nothing,
	expired_by_doubt: nothing,
	expired_unsent: nothing,
	marked_as_left: nothing,
	said_not_left: nothing,
	expired_by_service: nothing,
	stopped_by_gap: nothing,
	answer_unclear: fault,
	answer_lost: nothing,
	/** An answer that came too late to change the payment. `outcome`: the state to which it would have led. */
	late_answer: z.strictObject({ ...answer.shape, ...fault.shape, outcome: z.enum(PAYMENT_STATES) }),
	contradiction: z.strictObject({
		differing: z.array(z.enum(DIFFERING_FACTS)),
		/** The reference in a late answer, if people attached another reference before the answer arrived; else null. */
		otherReference: z.string().nullable(),
		cause: causeSchema.nullable(),
	}),
	reference_reused: z.strictObject({ otherReference: z.string().nullable() }),
	/** An answer's transaction that is not dated to our POST. Without `placed` it is older. */
	reference_older: z.strictObject({
		otherReference: z.string().nullable(),
		createdAt: timeSchema.nullable(),
		placed: z.enum(OUTSIDE_PLACES).optional(),
	}),
	final_status_changed: answer,
	status_changed: answer,
	/** First the value from the status endpoint, then the one from the detail endpoint. */
	statuses_disagree: z.strictObject({ statuses: z.array(z.string()) }),
	hint_confirmed: answer,
	hint_set_aside: z.strictObject({
		otherReference: z.string().nullable(),
		placed: z.enum(OUTSIDE_PLACES).nullable(),
	}),
	reference_attached: answer,
	said_paid: nothing,
	said_not_paid: nothing,
	said_paid_other: z.strictObject({ paid: decimalSchema }),
	verdict_withdrawn: z.strictObject({ outcome: z.enum(VERDICT_OUTCOMES) }),
	/** `first`: the name of the person who gave the first verdict. */
	settled_paid: z.strictObject({ first: z.string() }),
	settled_not_paid: z.strictObject({ first: z.string() }),
	settled_paid_other: z.strictObject({ first: z.string(), paid: decimalSchema }),
} as const satisfies Record<string, z.ZodObject>;
export type PaymentEventKey = keyof typeof EVENT_DETAILS;

export type EventDetails<Key extends PaymentEventKey = PaymentEventKey> = z.infer<(typeof EVENT_DETAILS)[Key]>;
type NoDetails = {
	[Key in PaymentEventKey]: keyof (typeof EVENT_DETAILS)[Key]["shape"] extends never ? Key : never;
}[PaymentEventKey];

/** An event as code writes it: `details` are optional for events without facts. */
export type EventContent = {
	[Key in PaymentEventKey]: Key extends NoDetails
		? { event: Key; details?: EventDetails<Key> }
		: { event: Key; details: EventDetails<Key> };
}[PaymentEventKey];

const baseFields = {
	state: z.enum(PAYMENT_STATES),
	at: timeSchema,
	by: z.object({ kind: z.enum(["member", "service", "cauri"]), name: z.string().nullable() }),
	/** A person's text; ≤ 300 characters, untrusted. */
	note: z.string().nullable(),
};
type BaseEvent = z.infer<z.ZodObject<typeof baseFields>>;
export type PaymentEvent = {
	[Key in PaymentEventKey]: BaseEvent & { event: Key; details: EventDetails<Key> };
}[PaymentEventKey];

const [first, ...others] = Object.entries(EVENT_DETAILS).map(([event, details]) =>
	z.object({ ...baseFields, event: z.literal(event), details }),
);
// TypeScript loses the link between an event and its details in `map`, so the cast restores the type `PaymentEvent`.
export const paymentEventSchema = z.discriminatedUnion("event", [
	first as NonNullable<typeof first>,
	...others,
]) as unknown as z.ZodType<PaymentEvent>;
