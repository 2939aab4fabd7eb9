/** Stores what a wallet showed for an admin, and reads it back. Pure. */
import type { WalletExplanation } from "#lib/contracts/wallet-witness.ts";
import { toDecimal } from "#lib/money.ts";
import type { Held } from "#server/continuity/judge-wallet.ts";
import type { WalletSnapshot } from "#server/continuity/read-wallet-after-gap.ts";

const SHOWN_LINES = 50;

export function findingOf(
	{ before, now, unlined, lines, readingId, lineId }: WalletSnapshot,
	held: Held[],
): WalletExplanation {
	const lined = lines.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
	return {
		before: before && { balance: before.balance, at: before.at.toISOString() },
		now: { balance: now.balance, at: now.at.toISOString() },
		unlined: unlined === null ? null : toDecimal(unlined),
		lined: toDecimal(lined),
		lines: lines.slice(0, SHOWN_LINES).map(({ id, amount, fee, at }) => ({
			...{ id, amount: toDecimal(amount), fee: toDecimal(fee) },
			at: new Date(at).toISOString(),
		})),
		moreLines: Math.max(0, lines.length - SHOWN_LINES),
		unexplained: unlined === null ? null : toDecimal(unlined + lined),
		...{ held, readingId, lineId },
	};
}

/** Identifies what an answer has seen: the unmatched sum, or the lines' sum when the whole is not known. */
export function seenOf({ unexplained, lined }: WalletExplanation): string {
	return unexplained ?? `not_known ${lined}`;
}
