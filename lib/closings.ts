import type { Closing, DayProof } from "#lib/contracts/reconciliation.ts";
import { minorOf, toDecimal } from "#lib/money.ts";

/**
 * A day's closing balance, how it is known, the amounts on their way and the unmatched ones. Home, Movements, the reconciliation and its
 * files ask it. Null for a day without a reading at its end.
 */
export function closingOf({ day, closing, gap }: Pick<DayProof, "day" | "closing" | "gap">): Closing | null {
	if (!closing) return null;
	// Money of payouts in transit was taken off the balance; the oldest proofs do not name it.
	const held = minorOf(closing.held ?? "0.00");
	return {
		...{ day, balance: closing.balance, known: "seen" as const },
		...(held === 0n ? {} : { onTheWay: toDecimal(-held) }),
		...(gap === null || minorOf(gap) === 0n ? {} : { unmatched: gap }),
	};
}
