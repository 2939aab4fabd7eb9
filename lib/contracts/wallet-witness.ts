/** The balance and lines of a wallet after an outage of the desk, and an admin's answers. */

import { z } from "zod";
import { currencySchema, decimalSchema, fullReasonSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { HELD_PAYOUT_ANSWERS } from "#lib/payments/wallet-answers.ts";

/**
 * Why a payout is held. line: an unmatched line has exactly its amount. fall: the balance fell by as much or more without a match.
 * no_reading: no earlier balance reading exists, or it cannot be compared.
 */
const HOLD_GROUNDS = ["line", "fall", "no_reading"] as const;
export type HoldGround = (typeof HOLD_GROUNDS)[number];

const shownLineSchema = z.object({ id: z.string(), amount: decimalSchema, fee: decimalSchema, at: timeSchema });

const walletExplanationSchema = z.object({
	/** The last balance before the outage, and the one now; null without an earlier reading. */
	before: z.object({ balance: decimalSchema, at: timeSchema }).nullable(),
	now: z.object({ balance: decimalSchema, at: timeSchema }),
	/** The part of the balance's fall that no line shows; null when unknown, because no reading can be compared. */
	unlined: decimalSchema.nullable(),
	/** Total of all unmatched lines, with fees. */
	lined: decimalSchema,
	/** Lines that took money and match no payment here. */
	lines: z.array(shownLineSchema),
	moreLines: z.number().int(),
	/** Total of all unmatched lines with fees, plus the part without a line; null when unknown. */
	unexplained: decimalSchema.nullable(),
	held: z.array(z.object({ paymentId: z.string(), why: z.enum(HOLD_GROUNDS) })),
	/** In a shared wallet, the total of the lines that hold a payout: other lines come all day, and an answer is not about them. */
	holding: decimalSchema.optional(),
	/** The newest balance reading and line that an answer covers. */
	readingId: z.string(),
	lineId: z.string(),
});
export type WalletExplanation = z.infer<typeof walletExplanationSchema>;

const sharedProposalSchema = z.object({
	currency: currencySchema,
	/** Business days, of the last 30, on which lines without a payment here held payouts. */
	days: z.number().int(),
	/** The time of the last of these holds. */
	since: timeSchema,
	/** The newest few of these lines, newest first. */
	lines: z.array(shownLineSchema),
});
export type SharedProposal = z.infer<typeof sharedProposalSchema>;

const walletWitnessSchema = z.object({
	shared: z.array(z.object({ currency: currencySchema, shared: z.boolean() })),
	/** Wallets that other systems seem to use too, and that are not marked as shared. */
	proposals: z.array(sharedProposalSchema),
	/** Wallets that send nothing until they have been read, or until an admin has answered. */
	wallets: z.array(
		z.object({
			currency: currencySchema,
			/** The last heartbeat; null when there never was one. */
			since: timeSchema.nullable(),
			detectedAt: timeSchema,
			/** The fault of the last attempt to read the wallet. */
			fault: z.string().nullable(),
			finding: walletExplanationSchema
				.omit({ lined: true, held: true, holding: true, readingId: true, lineId: true })
				/** An answer repeats this value: it applies only to what the admin saw. */
				.extend({ seen: z.string() })
				.nullable(),
			held: z.array(
				z.object({
					id: z.string(),
					version: z.number().int(),
					amount: decimalSchema,
					currency: currencySchema,
					/** The name given at the request, else the name in the book; null without one. */
					name: z.string().nullable(),
					phoneNumber: z.string(),
					operatorName: z.string(),
					note: z.string().nullable(),
					state: z.enum(WAITING_STATES),
					createdAt: timeSchema,
					why: z.enum(HOLD_GROUNDS),
				}),
			),
		}),
	),
});
export type WalletWitness = z.infer<typeof walletWitnessSchema>;
export type WitnessedWallet = WalletWitness["wallets"][number];

/** Other systems use this wallet too: only matching amounts hold a payout. */
export const sharedWalletSchema = z.strictObject({ currency: currencySchema, shared: z.boolean() });
export type SharedWallet = z.infer<typeof sharedWalletSchema>;

export const answerWalletSchema = z.object({
	currency: currencySchema,
	/** The `seen` value that the admin saw; null when the wallet could not be read. */
	seen: z.string().max(100).nullable(),
	answers: z
		.array(z.object({ paymentId: z.string().min(1).max(100), answer: z.enum(HELD_PAYOUT_ANSWERS) }))
		.max(10_000),
	reason: fullReasonSchema,
});
export type AnswerWallet = z.infer<typeof answerWalletSchema>;
