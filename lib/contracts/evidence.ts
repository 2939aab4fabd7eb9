/** Evidence about a payment in doubt: the findings at the service and in the wallet, and the verdicts so far. */
import { z } from "zod";
import { currencySchema, decimalSchema, personSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { VERDICT_OUTCOMES } from "#lib/payment-state.ts";

const balanceAtSchema = z.object({ balance: decimalSchema, at: timeSchema });

const evidenceLineSchema = z.object({
	id: z.string(),
	type: z.string(),
	amount: decimalSchema,
	fee: decimalSchema,
	createdAt: timeSchema,
});

/**
 * The balance's change less other movements: nothing, the amount, amount plus fee (payout), amount less fee (deposit), or another value.
 * unclear: another movement has no known direction, so the change is unknown.
 */
const BALANCE_READINGS = ["unmoved", "amount", "amount_and_fee", "amount_less_fee", "other", "unclear"] as const;
export type BalanceReading = (typeof BALANCE_READINGS)[number];

const evidenceSchema = z.object({
	paymentId: z.string(),
	version: z.number().int(),
	currency: currencySchema,
	comparison: z.object({
		asked: decimalSchema,
		/** Amount and currency that the service last reported for the payment's reference; null without a report. */
		said: z.object({ amount: decimalSchema, currency: z.string() }).nullable(),
		/** The signed amount of the only wallet line that may be this payment's; null when there is none or several. */
		moved: decimalSchema.nullable(),
		/** The first few unmatched lines of another amount: the one the service reported, or dated within two minutes of the payment. */
		others: z.array(evidenceLineSchema),
		/** Amounts other than the requested one that the service reported or a line shows: people may resolve the payment as paid with one. */
		payable: z.array(decimalSchema),
	}),
	movements: z.object({
		verdict: z.enum(["one", "several", "none"]),
		/** The first few lines in the window with the right type and amount that match no other payment. */
		items: z.array(evidenceLineSchema),
		count: z.number().int(),
		/** Lines like `items`, but up to a week before or after the window: one of these lines may still be this payment's. */
		near: z.object({ items: z.array(evidenceLineSchema), count: z.number().int() }),
		/** Count of other payments with an open outcome, equal kind and amount, and an overlapping window: a line may be theirs. */
		rivals: z.number().int(),
		from: timeSchema,
		to: timeSchema,
	}),
	balance: z.object({
		before: balanceAtSchema.nullable(),
		after: balanceAtSchema.nullable(),
		/** `after` minus `before`; null when either is null. */
		difference: decimalSchema.nullable(),
		/** Other movements between the two readings, with their total effect on the balance; `effect` is null when a type has no sign. */
		others: z.object({ count: z.number().int(), effect: decimalSchema.nullable() }),
		/** `difference` minus the effect of the other movements. */
		rest: decimalSchema.nullable(),
		fee: decimalSchema.nullable(),
		reading: z.enum(BALANCE_READINGS).nullable(),
	}),
	/** The first few imported references that may be this payment's while the payment has none. */
	answers: z.array(z.string()),
	mirror: z.object({
		syncedAt: timeSchema.nullable(),
		mayBeCut: z.boolean(),
		fault: z.string().nullable(),
		/** Count of unreadable lines in the service's list: one of these lines may be this payment's. */
		unreadable: z.number().int(),
	}),
});
export type Evidence = z.infer<typeof evidenceSchema>;

const evidenceViewSchema = evidenceSchema.extend({
	/** Changes when the evidence says something else; a verdict names the digest that the person saw. */
	digest: z.string(),
	settleableAt: timeSchema.nullable(),
	/** The start of a digest of the desk's public key, so that the service's support can identify the key. */
	keyFingerprint: z.string(),
	/** Verdicts on this version that are not withdrawn, oldest first. */
	verdicts: z.array(
		z.object({
			member: personSchema,
			outcome: z.enum(VERDICT_OUTCOMES),
			/** For `paid_other` the amount paid, else the payment's own. */
			amount: decimalSchema,
			reason: z.string(),
			at: timeSchema,
		}),
	),
});
export type EvidenceView = z.infer<typeof evidenceViewSchema>;
