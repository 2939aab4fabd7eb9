import type { HoldGround } from "#lib/contracts/wallet-gaps.ts";
import type { AmountMinor } from "#lib/money.ts";
import { mayExplainDrop, type Possible } from "#server/continuity/explain-balance-drop.ts";

/** A waiting payout that a movement may be. Times are in ms. */
export interface Candidate {
	id: string;
	amount: AmountMinor;
	createdAt: number;
}

export interface UnexplainedLine {
	id: string;
	amount: AmountMinor;
	fee: AmountMinor;
	/** Service time. */
	at: number;
	/** True when the list holds an earlier, identical line. */
	isRepeated: boolean;
}

export interface WalletMovement {
	/** The part of the balance's drop that no line and no sent payout explains; null without an earlier reading to compare. */
	unlined: AmountMinor | null;
	lines: readonly UnexplainedLine[];
	/** Payouts may have left from this wallet before, so a missing earlier reading matters. */
	wasUsed: boolean;
	/** Other systems use the wallet too, so an unmatched amount that fits no payout is no reason to hold. */
	isShared: boolean;
	/** Payouts that were sent and have no line: part of the drop may be theirs. */
	open: readonly Possible[];
	mostFee(amount: AmountMinor): AmountMinor;
}

export interface Held {
	paymentId: string;
	why: HoldGround;
}

/** The service's clock may be an hour wrong; the second hour is a margin. */
export const CLOCK_TOLERANCE_MS = 2 * 3_600_000;

/** Removes repeated lines by which the balance did not drop. `gap`: the balance as read minus the balance that follows from the lines. */
export function withoutRepeats(lines: readonly UnexplainedLine[], gap: AmountMinor): UnexplainedLine[] {
	const taken = lines.reduce<AmountMinor>((sum, line) => sum + (line.isRepeated ? line.amount + line.fee : 0n), 0n);
	return lines.filter(({ isRepeated }) => !isRepeated || gap < taken);
}

/**
 * Returns the payouts to hold; none when the wallet is proved. A payout is held by an unmatched line of its amount, by a missing reading,
 * or by an unexplained drop. In a shared wallet the drop must equal the payout, alone or with others; else it must be at least as high.
 */
export function judgeWallet(
	{ unlined, lines, wasUsed, isShared, open, mostFee }: WalletMovement,
	candidates: readonly Candidate[],
): Held[] {
	const possible = candidates.map(({ amount }) => ({ amount, mostFee: mostFee(amount) }));
	const fits = remembered((amount) => {
		const place = candidates.findIndex((one) => one.amount === amount);
		const payout = { amount, mostFee: mostFee(amount) };
		return mayExplainDrop(unlined ?? 0n, payout, [...open, ...possible.toSpliced(place, 1)]);
	});
	return candidates.flatMap(({ id, amount, createdAt }): Held[] => {
		const since = createdAt - CLOCK_TOLERANCE_MS;
		const later = lines.filter(({ at }) => at >= since);
		// guard: line-of-its-amount-holds
		if (later.some((line) => line.amount === amount)) return [{ paymentId: id, why: "line" }];
		if (unlined === null) return wasUsed ? [{ paymentId: id, why: "no_reading" }] : [];
		if (isShared) return fits(amount) ? [{ paymentId: id, why: "fall" }] : [];
		const lined = later.reduce<AmountMinor>((sum, line) => sum + line.amount + line.fee, 0n);
		return unlined + lined >= amount ? [{ paymentId: id, why: "fall" }] : [];
	});
}

function remembered(ask: (amount: AmountMinor) => boolean): (amount: AmountMinor) => boolean {
	const known = new Map<AmountMinor, boolean>();
	return (amount) => {
		const answer = known.get(amount) ?? ask(amount);
		known.set(amount, answer);
		return answer;
	};
}
