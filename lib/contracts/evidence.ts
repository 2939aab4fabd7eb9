/** What the wallet shows of a payment whose outcome is not known, and what people have said of it so far. */
import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { VERDICT_OUTCOMES } from "#lib/payment-state.ts";

const balanceLookSchema = z.object({ balance: decimalSchema, at: timeSchema });

const evidenceLineSchema = z.object({
	id: z.string(),
	type: z.string(),
	amount: decimalSchema,
	fee: decimalSchema,
	createdAt: timeSchema,
});

/**
 * What the change of the balance says, other movements taken out: nothing moved; the amount alone; amount and fee (payout);
 * amount less fee (deposit); none of these; or not to be said, since a movement between has no known direction.
 */
const BALANCE_READINGS = ["unmoved", "amount", "amount_and_fee", "amount_less_fee", "other", "unclear"] as const;
export type BalanceReading = (typeof BALANCE_READINGS)[number];

const evidenceSchema = z.object({
	paymentId: z.string(),
	version: z.number().int(),
	currency: currencySchema,
	/** Asked, said and moved, side by side. */
	comparison: z.object({
		asked: decimalSchema,
		/** By the service, last, under the payment's reference; null when it has said nothing. */
		said: z.object({ amount: decimalSchema, currency: z.string() }).nullable(),
		/** On the wallet, signed; null where no line, or more than one, may be this payment's. */
		moved: decimalSchema.nullable(),
		/** Lines of another amount that the service dates to its moment, and that are nobody's. The first few. */
		others: z.array(evidenceLineSchema),
		/** Amounts other than the one asked for, said or moved: one of them people may say was paid. */
		payable: z.array(decimalSchema),
	}),
	movements: z.object({
		verdict: z.enum(["one", "several", "none"]),
		/** Of the right type and amount, in the window, and not another payment's. The first few. */
		items: z.array(evidenceLineSchema),
		count: z.number().int(),
		/** Such lines in the week before the window and after it: near misses, which may be this payment's all the same. */
		near: z.object({ items: z.array(evidenceLineSchema), count: z.number().int() }),
		/** Other payments of the same facts whose outcome is open too: a movement may be theirs. */
		rivals: z.number().int(),
		from: timeSchema,
		to: timeSchema,
	}),
	balance: z.object({
		before: balanceLookSchema.nullable(),
		after: balanceLookSchema.nullable(),
		/** After less before; null without both. */
		difference: decimalSchema.nullable(),
		/** Movements between the two looks that are not this payment's, and what they did together; null when a type has no sign. */
		others: z.object({ count: z.number().int(), effect: decimalSchema.nullable() }),
		/** Difference less what the others did. */
		rest: decimalSchema.nullable(),
		fee: decimalSchema.nullable(),
		reading: z.enum(BALANCE_READINGS).nullable(),
	}),
	/** References that were brought here and may be its own, as long as it has none. The first few. */
	answers: z.array(z.string()),
	mirror: z.object({
		syncedAt: timeSchema.nullable(),
		mayBeCut: z.boolean(),
		fault: z.string().nullable(),
		/** Lines of the service's list that cannot be read: one of them may be this payment's. */
		unreadable: z.number().int(),
	}),
});
export type Evidence = z.infer<typeof evidenceSchema>;

const evidenceViewSchema = evidenceSchema.extend({
	/** From when on two people may settle it. */
	settleableAt: timeSchema.nullable(),
	/** Which of our keys it was sent with, for the service's support; not the key. */
	keyFingerprint: z.string(),
	/** Standing words, oldest first: of this version, not withdrawn. */
	verdicts: z.array(
		z.object({
			member: z.object({ id: z.string(), name: z.string() }),
			outcome: z.enum(VERDICT_OUTCOMES),
			/** Of `paid_other` what was paid, else the payment's own. */
			amount: decimalSchema,
			reason: z.string(),
			at: timeSchema,
		}),
	),
});
export type EvidenceView = z.infer<typeof evidenceViewSchema>;
