import type { WalletFinding } from "#lib/contracts/wallet-gaps.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import type { Held, UnexplainedLine } from "#server/continuity/judge-wallet.ts";
import type { WalletSnapshot } from "#server/continuity/read-wallet-after-gap.ts";

const SHOWN_LINES = 50;

/** `holding`: the lines of a shared wallet that hold a payout; null for another wallet. */
export function findingOf(
	{ before, now, unlined, lines, readingId, lineId }: WalletSnapshot,
	held: Held[],
	holding: readonly UnexplainedLine[] | null = null,
): WalletFinding {
	const lined = sumOf(lines);
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
		...(holding ? { holding: toDecimal(sumOf(holding)) } : {}),
	};
}

function sumOf(lines: readonly UnexplainedLine[]): bigint {
	return lines.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
}

/**
 * Returns the sum to which an admin's answer is bound: the unexplained sum, or the sum of the lines when the drop is unknown. In a shared
 * wallet only lines that hold payouts count.
 */
export function seenOf({ unexplained, unlined, lined, holding }: WalletFinding): string {
	if (unexplained === null || unlined === null) return `not_known ${holding ?? lined}`;
	return holding === undefined ? unexplained : toDecimal(minorOf(unlined) + minorOf(holding));
}
