/** Could payouts whose outcome or line is not there yet be the whole of a fall that no line shows? Pure. */
import type { AmountMinor } from "#lib/money.ts";

export interface Possible {
	amount: AmountMinor;
	/** The service takes at most this besides. */
	mostFee: AmountMinor;
}

// Sums of many unequal payouts grow without end: what cannot be weighed in a few milliseconds is not called explained.
const MOST_STEPS = 50_000;

/** Some of them, each with a fee from nothing to its most, come to this fall exactly. */
export function coversFall(fall: AmountMinor, possible: readonly Possible[]): boolean {
	if (fall === 0n) return true;
	// By sum: the most that fees may add to it.
	const sums = new Map<AmountMinor, AmountMinor>([[0n, 0n]]);
	let steps = 0;
	for (const equal of Map.groupBy(possible, ({ amount, mostFee }) => `${amount} ${mostFee}`).values()) {
		const { amount, mostFee } = equal[0] as Possible;
		for (const [sum, fees] of [...sums]) {
			for (let count = 1n; count <= BigInt(equal.length); count += 1n) {
				const [reached, most] = [sum + count * amount, fees + count * mostFee];
				if (reached > fall) break;
				if (reached + most >= fall) return true;
				const known = sums.get(reached) ?? 0n;
				if (most >= known) sums.set(reached, most);
				steps += 1;
				if (steps > MOST_STEPS) return false;
			}
		}
	}
	return false;
}
