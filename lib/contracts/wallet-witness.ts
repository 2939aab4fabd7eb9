/** What a wallet says of the time in which nobody here was awake, and what an admin answers. */

import { z } from "zod";
import { currencySchema, decimalSchema, fullReasonSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { WITNESS_ANSWERS } from "#lib/wallet-answers.ts";

/**
 * line: a line of exactly its amount that nothing here explains. fall: the unexplained fall covers it. no_look: there is no look
 * before, or it cannot be compared with the one now.
 */
const HOLD_GROUNDS = ["line", "fall", "no_look"] as const;
export type HoldGround = (typeof HOLD_GROUNDS)[number];

const walletFindingSchema = z.object({
	/** The last balance seen before, and the one now; null when there was no look before. */
	before: z.object({ balance: decimalSchema, at: timeSchema }).nullable(),
	now: z.object({ balance: decimalSchema, at: timeSchema }),
	/** The part of the balance's fall that no line shows; null: not known, there is nothing to compare with. */
	unlined: decimalSchema.nullable(),
	/** Of all unexplained lines, with fees. */
	lined: decimalSchema,
	/** Lines that took money and that no payment here explains. */
	lines: z.array(z.object({ id: z.string(), amount: decimalSchema, fee: decimalSchema, at: timeSchema })),
	/** Lines beyond those listed. */
	moreLines: z.number().int(),
	/** Of all unexplained lines, with fees, and the part without a line; null: not known. */
	unexplained: decimalSchema.nullable(),
	held: z.array(z.object({ paymentId: z.string(), why: z.enum(HOLD_GROUNDS) })),
	/** The newest look and line of this finding: what an answer has dealt with. */
	lookId: z.string(),
	lineId: z.string(),
});
export type WalletFinding = z.infer<typeof walletFindingSchema>;

/** As earlier versions kept it: without the sum of the lines, and with a zero for what was not known. */
export type OldWalletFinding = Omit<WalletFinding, "lined" | "unlined" | "unexplained"> & {
	unlined: string;
	unexplained: string;
};

const walletWitnessSchema = z.object({
	/** Every wallet of the desk. */
	shared: z.array(z.object({ currency: currencySchema, shared: z.boolean() })),
	/** Wallets from which nothing is sent until they have been read, or somebody has answered. */
	wallets: z.array(
		z.object({
			currency: currencySchema,
			/** Since when no sign of life is known; null when there never was one. */
			since: timeSchema.nullable(),
			detectedAt: timeSchema,
			/** Why the wallet could not be read at the last try. */
			fault: z.string().nullable(),
			finding: walletFindingSchema
				.omit({ lined: true, held: true, lookId: true, lineId: true })
				/** Said again by an answer: it is for what was seen. */
				.extend({ seen: z.string() })
				.nullable(),
			held: z.array(
				z.object({
					id: z.string(),
					version: z.number().int(),
					amount: decimalSchema,
					currency: currencySchema,
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

/** Other systems use this wallet too: only amounts that fit hold. */
export const sharedWalletSchema = z.object({ currency: currencySchema, shared: z.boolean() });
export type SharedWallet = z.infer<typeof sharedWalletSchema>;

export const answerWalletSchema = z.object({
	currency: currencySchema,
	/** Of the finding that was seen; null when the wallet could not be read. */
	seen: z.string().max(100).nullable(),
	/** One for each held payout. */
	answers: z.array(z.object({ paymentId: z.string().min(1).max(100), answer: z.enum(WITNESS_ANSWERS) })).max(10_000),
	reason: fullReasonSchema,
});
export type AnswerWallet = z.infer<typeof answerWalletSchema>;
