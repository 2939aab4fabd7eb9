/** Explains a fall of the balance that no line shows by payouts without an outcome or a line. Pure. */
import type { AmountMinor } from "#lib/money.ts";

export interface Possible {
	amount: AmountMinor;
	/** The service's highest possible fee. */
	mostFee: AmountMinor;
}

// Sums of many unequal payouts grow exponentially: a fall that needs more steps counts as unexplained.
const MOST_STEPS = 50_000;

/** True when some payouts, each with a fee between zero and its maximum, add up to the fall exactly. */
export function coversFall(fall: AmountMinor, possible: readonly Possible[]): boolean {
	return fall === 0n || searchSums(fall, { amount: 0n, mostFee: 0n }, possible) === "found";
}

/** True when this payout, alone or with some of the others, adds up to the fall exactly, or when there are too many sums to tell. */
export function fitsFall(fall: AmountMinor, payout: Possible, others: readonly Possible[]): boolean {
	return searchSums(fall, payout, others) !== "none";
}

function searchSums(fall: AmountMinor, start: Possible, possible: readonly Possible[]): "found" | "none" | "too_many" {
	if (start.amount > fall) return "none";
	if (start.amount + start.mostFee >= fall) return "found";
	// Sum → the most that fees can add to it.
	const sums = new Map<AmountMinor, AmountMinor>([[start.amount, start.mostFee]]);
	let steps = 0;
	for (const equal of Map.groupBy(possible, ({ amount, mostFee }) => `${amount} ${mostFee}`).values()) {
		const { amount, mostFee } = equal[0] as Possible;
		for (const [sum, fees] of [...sums]) {
			for (let count = 1n; count <= BigInt(equal.length); count += 1n) {
				const [reached, most] = [sum + count * amount, fees + count * mostFee];
				if (reached > fall) break;
				if (reached + most >= fall) return "found";
				const known = sums.get(reached) ?? 0n;
				if (most >= known) sums.set(reached, most);
				steps += 1;
				if (steps > MOST_STEPS) return "too_many";
			}
		}
	}
	return "none";
}
