import type { ClosingBalance, DayProof } from "#lib/contracts/reconciliation.ts";
import { minorOf, toDecimal } from "#lib/money.ts";

/** Returns a day's closing balance with the amounts with the operator and unmatched; null for a day without a closing reading. */
export function closingBalanceOf({
	day,
	closing,
	gap,
}: Pick<DayProof, "day" | "closing" | "gap">): ClosingBalance | null {
	if (!closing) return null;
	// `held` is negative: payout money that left the balance before its line.
	const held = minorOf(closing.held);
	return {
		...{ day, balance: closing.balance, known: "seen" as const },
		...(held === 0n ? {} : { onTheWay: toDecimal(-held) }),
		...(gap === null || minorOf(gap) === 0n ? {} : { unmatched: gap }),
	};
}
