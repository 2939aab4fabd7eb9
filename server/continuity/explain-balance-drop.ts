import type { AmountMinor } from "#lib/money.ts";

export interface Possible {
	amount: AmountMinor;
	mostFee: AmountMinor;
}

// Unequal payouts without fees have exponentially many sums. `isDropExplained` counts a drop that takes more steps as unexplained.
const MOST_STEPS = 50_000;

/** True when some payouts, each with a fee between zero and its maximum, add up to the drop exactly. */
export function isDropExplained(drop: AmountMinor, possible: readonly Possible[]): boolean {
	return drop === 0n || searchSums(drop, { amount: 0n, mostFee: 0n }, possible) === "found";
}

/** True when this payout, alone or with some of the others, adds up to the drop exactly, or when `MOST_STEPS` do not suffice to tell. */
export function mayExplainDrop(drop: AmountMinor, payout: Possible, others: readonly Possible[]): boolean {
	return searchSums(drop, payout, others) !== "none";
}

function searchSums(drop: AmountMinor, start: Possible, possible: readonly Possible[]): "found" | "none" | "too_many" {
	if (start.amount > drop) return "none";
	if (start.amount + start.mostFee >= drop) return "found";
	let sums: Sums[] = [{ from: start.amount, to: start.amount + start.mostFee }];
	let steps = 0;
	for (const equal of Map.groupBy(possible, ({ amount, mostFee }) => `${amount} ${mostFee}`).values()) {
		const { amount, mostFee } = equal[0] as Possible;
		const reached = [...sums];
		for (const { from, to } of sums) {
			for (let count = 1n; count <= BigInt(equal.length); count += 1n) {
				const next = { from: from + count * amount, to: to + count * (amount + mostFee) };
				if (next.from > drop) break;
				if (next.to >= drop) return "found";
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
