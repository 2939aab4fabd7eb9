/** Evidence about a payment with unknown outcome: the wallet's, and what people have said so far. */
import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
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
 * The change of the balance without other movements: none; the amount; amount plus fee (payout); amount less fee (deposit);
 * another value; or unknown, because a movement between has no known direction.
 */
const BALANCE_READINGS = ["unmoved", "amount", "amount_and_fee", "amount_less_fee", "other", "unclear"] as const;
export type BalanceReading = (typeof BALANCE_READINGS)[number];

const evidenceSchema = z.object({
	paymentId: z.string(),
	version: z.number().int(),
	currency: currencySchema,
	/** The requested, reported and moved amounts side by side. */
	comparison: z.object({
		asked: decimalSchema,
		/** The service's last report under the payment's reference; null without one. */
		said: z.object({ amount: decimalSchema, currency: z.string() }).nullable(),
		/** The wallet line's amount, signed; null unless exactly one line may be this payment's. */
		moved: decimalSchema.nullable(),
		/** The first few unmatched lines of another amount that the service dates to the payment's time. */
		others: z.array(evidenceLineSchema),
		/** Reported or moved amounts that differ from the requested one; people may settle the payment as one of them. */
		payable: z.array(decimalSchema),
	}),
	movements: z.object({
		verdict: z.enum(["one", "several", "none"]),
		/** The first few lines in the window with the right type and amount that match no other payment. */
		items: z.array(evidenceLineSchema),
		count: z.number().int(),
		/** Lines like `items`, but in the week before and after the window: they may still be this payment's. */
		near: z.object({ items: z.array(evidenceLineSchema), count: z.number().int() }),
		/** Other open payments with the same facts: a movement may be theirs. */
		rivals: z.number().int(),
		from: timeSchema,
		to: timeSchema,
	}),
	balance: z.object({
		before: balanceAtSchema.nullable(),
		after: balanceAtSchema.nullable(),
		/** `after` minus `before`; null without both. */
		difference: decimalSchema.nullable(),
		/** Movements between the two balance readings that are not this payment's, and their total effect; null when a type has no sign. */
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
		/** Unreadable lines of the service's list: one of them may be this payment's. */
		unreadable: z.number().int(),
	}),
});
export type Evidence = z.infer<typeof evidenceSchema>;

const evidenceViewSchema = evidenceSchema.extend({
	/** The earliest time at which two people may settle the payment. */
	settleableAt: timeSchema.nullable(),
	/** Identifies the API key that sent the payment, for the service's support; not the key itself. */
	keyFingerprint: z.string(),
	/** Verdicts on this version that are not withdrawn, oldest first. */
	verdicts: z.array(
		z.object({
			member: z.object({ id: z.string(), name: z.string() }),
			outcome: z.enum(VERDICT_OUTCOMES),
			/** For `paid_other` the amount paid, else the payment's own. */
			amount: decimalSchema,
			reason: z.string(),
			at: timeSchema,
		}),
	),
});
export type EvidenceView = z.infer<typeof evidenceViewSchema>;
