/** A wallet after a gap: its balance and lines, the payouts that are held, and an admin's answers about them. */

import { z } from "zod";
import { currencySchema, decimalSchema, fullReasonSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { HELD_PAYOUT_ANSWERS } from "#lib/payments/wallet-answers.ts";

/**
 * Grounds for holding a payout. line: an unmatched line has exactly the payout's amount. fall: the payout could be part of the balance's
 * unexplained drop. no_reading: the drop is unknown, because no earlier reading can be compared.
 */
const HOLD_GROUNDS = ["line", "fall", "no_reading"] as const;
export type HoldGround = (typeof HOLD_GROUNDS)[number];

const shownLineSchema = z.object({ id: z.string(), amount: decimalSchema, fee: decimalSchema, at: timeSchema });

const walletFindingSchema = z.object({
	/** The last balance reading before the gap (null without one), and the newest. */
	before: z.object({ balance: decimalSchema, at: timeSchema }).nullable(),
	now: z.object({ balance: decimalSchema, at: timeSchema }),
	/** The part of the balance's drop that neither a line nor a sent payout explains; null when no earlier reading can be compared. */
	unlined: decimalSchema.nullable(),
	/** Total of all unmatched lines, with fees. */
	lined: decimalSchema,
	/** The first few lines that took money and match no payment here; `moreLines`: the count of the rest. */
	lines: z.array(shownLineSchema),
	moreLines: z.number().int(),
	/** `lined` plus `unlined`; null when `unlined` is null. */
	unexplained: decimalSchema.nullable(),
	held: z.array(z.object({ paymentId: z.string(), why: z.enum(HOLD_GROUNDS) })),
	/** In a shared wallet: the total of the lines that hold a payout. Lines of other systems are left out, because they come all day. */
	holding: decimalSchema.optional(),
	/** Ids of the newest balance reading and the newest line that this finding covers. */
	readingId: z.string(),
	lineId: z.string(),
});
export type WalletFinding = z.infer<typeof walletFindingSchema>;

const sharedProposalSchema = z.object({
	currency: currencySchema,
	/** Count of days in the last 30 on which payouts were held because of lines without a payment here. */
	days: z.number().int(),
	/** The last time at which such lines held payouts. */
	lastAt: timeSchema,
	/** The newest few of the lines that held payouts, newest first. */
	lines: z.array(shownLineSchema),
});
export type SharedProposal = z.infer<typeof sharedProposalSchema>;

const walletGapsSchema = z.object({
	shared: z.array(z.object({ currency: currencySchema, shared: z.boolean() })),
	/** Wallets that are not marked as shared, although other systems seem to use them. */
	proposals: z.array(sharedProposalSchema),
	/** Wallets from which no payout leaves until they have been read, or until an admin has answered. */
	wallets: z.array(
		z.object({
			currency: currencySchema,
			/** The last heartbeat before the gap; null without one. */
			since: timeSchema.nullable(),
			detectedAt: timeSchema,
			fault: z.string().nullable(),
			finding: walletFindingSchema
				.omit({ lined: true, held: true, holding: true, readingId: true, lineId: true })
				/** Identifies the finding: an answer must repeat this text, and is refused if the finding has changed. */
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
export type WalletGaps = z.infer<typeof walletGapsSchema>;
export type WalletGap = WalletGaps["wallets"][number];

/** `shared`: other systems use this wallet too, so a line or a drop of the balance holds a payout only if the amounts fit. */
export const sharedWalletSchema = z.strictObject({ currency: currencySchema, shared: z.boolean() });
export type SharedWallet = z.infer<typeof sharedWalletSchema>;

export const answerWalletSchema = z.object({
	currency: currencySchema,
	/** The `seen` of the finding that the admin saw; null when the wallet could not be read. */
	seen: z.string().max(100).nullable(),
	answers: z
		.array(z.object({ paymentId: z.string().min(1).max(100), answer: z.enum(HELD_PAYOUT_ANSWERS) }))
		.max(10_000),
	reason: fullReasonSchema,
});
export type AnswerWallet = z.infer<typeof answerWalletSchema>;
