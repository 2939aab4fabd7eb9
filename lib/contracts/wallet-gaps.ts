/** A wallet after a gap: its balance and lines, the payouts that are held, and an admin's answers about them. */

import { z } from "zod";
import { currencySchema, fullReasonSchema } from "#lib/contracts/common-fields.ts";
import type { WAITING_STATES } from "#lib/payment-state.ts";
import { HELD_PAYOUT_ANSWERS } from "#lib/payments/wallet-answers.ts";

/**
 * Grounds for holding a payout. line: an unmatched line has exactly the payout's amount. fall: the payout could be part of the balance's
 * unexplained drop. no_reading: the drop is unknown, because no earlier reading can be compared.
 */
const HOLD_GROUNDS = ["line", "fall", "no_reading"] as const;
export type HoldGround = (typeof HOLD_GROUNDS)[number];

type ShownLine = { id: string; amount: string; fee: string; at: string };

export interface WalletFinding {
	/** The last balance reading before the gap (null without one), and the newest. */
	before: { balance: string; at: string } | null;
	now: { balance: string; at: string };
	/** The part of the balance's drop that neither a line nor a sent payout explains; null when no earlier reading can be compared. */
	unlined: string | null;
	/** Total of all unmatched lines, with fees. */
	lined: string;
	/** The first few lines that took money and match no payment here; `moreLines`: the count of the rest. */
	lines: ShownLine[];
	moreLines: number;
	/** `lined` plus `unlined`; null when `unlined` is null. */
	unexplained: string | null;
	held: { paymentId: string; why: HoldGround }[];
	/** In a shared wallet: the total of the lines that hold a payout. Lines of other systems are left out, because they come all day. */
	holding?: string;
	/** Ids of the newest balance reading and the newest line that this finding covers. */
	readingId: string;
	lineId: string;
}

export interface SharedProposal {
	currency: string;
	/** Count of days in the last 30 on which payouts were held because of lines without a payment here. */
	days: number;
	/** The last time at which such lines held payouts. */
	lastAt: string;
	/** The newest few of the lines that held payouts, newest first. */
	lines: ShownLine[];
}

export interface WalletGaps {
	shared: { currency: string; shared: boolean }[];
	/** Wallets that are not marked as shared, although other systems seem to use them. */
	proposals: SharedProposal[];
	/** Wallets from which no payout leaves until they have been read, or until an admin has answered. */
	wallets: {
		currency: string;
		/** The last heartbeat before the gap; null without one. */
		since: string | null;
		detectedAt: string;
		fault: string | null;
		finding: (Omit<WalletFinding, "lined" | "held" | "holding" | "readingId" | "lineId"> & { seen: string }) | null;
		held: {
			id: string;
			version: number;
			amount: string;
			currency: string;
			/** The name given at the request, else the name in the book; null without one. */
			name: string | null;
			phoneNumber: string;
			operatorName: string;
			note: string | null;
			state: (typeof WAITING_STATES)[number];
			createdAt: string;
			why: HoldGround;
		}[];
	}[];
}
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
