import type { AmountMinor } from "#lib/money.ts";

export interface Possible {
	amount: AmountMinor;
	mostFee: AmountMinor;
}

// Unequal payouts without fees have exponentially many sums. `isFallExplained` counts a fall that takes more steps as unexplained.
const MOST_STEPS = 50_000;

/** True when some payouts, each with a fee between zero and its maximum, add up to the fall exactly. */
export function isFallExplained(fall: AmountMinor, possible: readonly Possible[]): boolean {
	return fall === 0n || searchSums(fall, { amount: 0n, mostFee: 0n }, possible) === "found";
}

/** True when this payout, alone or with some of the others, adds up to the fall exactly, or when `MOST_STEPS` do not suffice to tell. */
export function mayExplainFall(fall: AmountMinor, payout: Possible, others: readonly Possible[]): boolean {
	return searchSums(fall, payout, others) !== "none";
}

function searchSums(fall: AmountMinor, start: Possible, possible: readonly Possible[]): "found" | "none" | "too_many" {
	if (start.amount > fall) return "none";
	if (start.amount + start.mostFee >= fall) return "found";
	let sums: Sums[] = [{ from: start.amount, to: start.amount + start.mostFee }];
	let steps = 0;
	for (const equal of Map.groupBy(possible, ({ amount, mostFee }) => `${amount} ${mostFee}`).values()) {
		const { amount, mostFee } = equal[0] as Possible;
		const reached = [...sums];
		for (const { from, to } of sums) {
			for (let count = 1n; count <= BigInt(equal.length); count += 1n) {
				const next = { from: from + count * amount, to: to + count * (amount + mostFee) };
				if (next.from > fall) break;
				if (next.to >= fall) return "found";
				reached.push(next);
				steps += 1;
				if (steps > MOST_STEPS) return "too_many";
			}
		}
		sums = joined(reached);
	}
	return "none";
}

/** A range of possible sums, since each payout's fee may be anything from zero to its maximum. */
interface Sums {
	from: AmountMinor;
	to: AmountMinor;
}

/** Merges overlapping ranges: without this, twenty unequal payouts have a million sums. */
function joined(sums: readonly Sums[]): Sums[] {
	const all: Sums[] = [];
	for (const next of sums.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
		const last = all.at(-1);
		if (!last || next.from > last.to + 1n) all.push({ ...next });
		else if (next.to > last.to) last.to = next.to;
	}
	return all;
}
