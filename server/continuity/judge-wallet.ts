/** Which payouts that wait to be sent the unexplained part of a wallet's life could be. Pure. */
import type { HoldGround } from "#lib/contracts/wallet-witness.ts";
import type { AmountMinor } from "#lib/money.ts";

/** A payout before its permit. Times in ms. */
export interface Candidate {
	id: string;
	amount: AmountMinor;
	/** It cannot have left before it was asked for. */
	createdAt: number;
}

/** A line that took money and that no payment here explains. */
export interface UnexplainedLine {
	id: string;
	amount: AmountMinor;
	fee: AmountMinor;
	/** By the service's clock. */
	at: number;
	/** The list holds another one that is equal in every word. */
	isRepeated: boolean;
}

export interface Testimony {
	/** The part of the balance's fall that no line shows; null when there is no look to compare with. */
	unlined: AmountMinor | null;
	lines: readonly UnexplainedLine[];
	/** Something may have been sent from this wallet before, so that a balance from before is missed when there is none. */
	wasUsed: boolean;
	/** Other systems use the wallet too: what they take is no reason to hold what does not fit. */
	isShared: boolean;
}

export interface Held {
	paymentId: string;
	why: HoldGround;
}

/** The service's clock may be an hour off, and a little more. */
export const CLOCK_TOLERANCE_MS = 2 * 3_600_000;

/** A line that the list repeats is no withdrawal when the balance did not fall by it: `gap` is what the balance has more than the lines say. */
export function withoutRepeats(lines: readonly UnexplainedLine[], gap: AmountMinor): UnexplainedLine[] {
	const taken = lines.reduce<AmountMinor>((sum, line) => sum + (line.isRepeated ? line.amount + line.fee : 0n), 0n);
	return lines.filter(({ isRepeated }) => !isRepeated || gap < taken);
}

/** Empty: proved. Deposits, and whatever else came in, never hold anything. */
export function judgeWallet(
	{ unlined, lines, wasUsed, isShared }: Testimony,
	candidates: readonly Candidate[],
): Held[] {
	return candidates.flatMap(({ id, amount, createdAt }): Held[] => {
		const since = createdAt - CLOCK_TOLERANCE_MS;
		const later = lines.filter(({ at }) => at >= since);
		// guard: line-of-its-amount-holds
		if (later.some((line) => line.amount === amount)) return [{ paymentId: id, why: "line" }];
		if (unlined === null) return wasUsed ? [{ paymentId: id, why: "no_look" }] : [];
		const lined = isShared ? 0n : later.reduce<AmountMinor>((sum, line) => sum + line.amount + line.fee, 0n);
		return unlined + lined >= amount ? [{ paymentId: id, why: "fall" }] : [];
	});
}
