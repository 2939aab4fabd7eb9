/** Could payouts whose outcome or line is not there yet be the whole of a fall that no line shows? Pure. */
import type { AmountMinor } from "#lib/money.ts";

export interface Possible {
	amount: AmountMinor;
	/** The service takes at most this besides. */
	mostFee: AmountMinor;
}

// Sums of many unequal payouts grow without end: what cannot be weighed is not called explained.
const MOST_SUMS = 20_000;

/** Some of them, each with a fee from nothing to its most, come to this fall exactly. */
export function coversFall(fall: AmountMinor, possible: readonly Possible[]): boolean {
	let sums = new Map<AmountMinor, AmountMinor>([[0n, 0n]]);
	for (const { amount, mostFee } of possible) {
		const next = new Map(sums);
		for (const [sum, fees] of sums) {
			const reached = sum + amount;
			if (reached > fall) continue;
			if (fall - reached <= fees + mostFee) return true;
			next.set(reached, max(next.get(reached) ?? 0n, fees + mostFee));
		}
		if (next.size > MOST_SUMS) return false;
		sums = next;
	}
	return fall === 0n;
}

function max(a: AmountMinor, b: AmountMinor): AmountMinor {
	return a > b ? a : b;
}
