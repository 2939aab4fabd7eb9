/** Evidence about a payment in doubt: the findings at the service and in the wallet, and the verdicts so far. */
import type { Person } from "#lib/contracts/common-fields.ts";
import type { Movement } from "#lib/contracts/movement.ts";
import type { VerdictOutcome } from "#lib/payment-state.ts";

type BalanceAt = { balance: string; at: string };

type EvidenceLine = Pick<Movement, "id" | "type" | "amount" | "fee" | "createdAt">;

/**
 * The balance's change less other movements: nothing, the amount, amount plus fee (payout), amount less fee (deposit), or another value.
 * unclear: another movement has no known direction, so the change is unknown.
 */
const BALANCE_READINGS = ["unmoved", "amount", "amount_and_fee", "amount_less_fee", "other", "unclear"] as const;
export type BalanceReading = (typeof BALANCE_READINGS)[number];

export interface Evidence {
	paymentId: string;
	version: number;
	currency: string;
	comparison: {
		asked: string;
		/** Amount and currency that the service last reported for the payment's reference; null without a report. */
		said: { amount: string; currency: string } | null;
		/** The signed amount of the only wallet line that may be this payment's; null when there is none or several. */
		moved: string | null;
		/** The first few unmatched lines of another amount: the one the service reported, or dated within two minutes of the payment. */
		others: EvidenceLine[];
		/** Amounts other than the requested one that the service reported or a line shows: people may resolve the payment as paid with one. */
		payable: string[];
	};
	movements: {
		verdict: "one" | "several" | "none";
		/** The first few lines in the window with the right type and amount that match no other payment. */
		items: EvidenceLine[];
		count: number;
		/** Lines like `items`, but up to a week before or after the window: one of these lines may still be this payment's. */
		near: { items: EvidenceLine[]; count: number };
		/** Count of other payments with an open outcome, equal kind and amount, and an overlapping window: a line may be theirs. */
		rivals: number;
		from: string;
		to: string;
	};
	balance: {
		before: BalanceAt | null;
		after: BalanceAt | null;
		/** `after` minus `before`; null when either is null. */
		difference: string | null;
		/** Other movements between the two readings, with their total effect on the balance; `effect` is null when a type has no sign. */
		others: { count: number; effect: string | null };
		/** `difference` minus the effect of the other movements. */
		rest: string | null;
		fee: string | null;
		reading: BalanceReading | null;
	};
	/** References that may be this payment's while the payment has none: the one that an unclear answer named, then a few imported ones. */
	answers: string[];
	mirror: {
		syncedAt: string | null;
		mayBeCut: boolean;
		fault: string | null;
		/** Count of unreadable lines in the service's list: one of these lines may be this payment's. */
		unreadable: number;
	};
}

export interface EvidenceView extends Evidence {
	/** Changes when the evidence says something else; a verdict names the digest that the person saw. */
	digest: string;
	settleableAt: string | null;
	/** The start of a digest of the desk's public key, so that the service's support can identify the key. */
	keyFingerprint: string;
	/** Verdicts on this version that are not withdrawn, oldest first. */
	verdicts: {
		member: Person;
		outcome: VerdictOutcome;
		/** For `paid_other` the amount paid, else the payment's own. */
		amount: string;
		reason: string;
		at: string;
	}[];
}
