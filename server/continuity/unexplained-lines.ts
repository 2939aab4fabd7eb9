import { pairWindows } from "#lib/pair-windows.ts";

export interface Line {
	id: string;
	amount: string;
	at: number;
}

/** A payout without a definite line, and when its line may be dated. Times in ms. */
export interface Explanation {
	amount: string;
	from: number;
	to: number;
}

/**
 * Explains as many lines as possible, each by one payout of its amount, earlier lines first. Returns the ids of unmatched lines.
 */
export function findUnexplained(lines: readonly Line[], explanations: readonly Explanation[]): Set<string> {
	const left = new Set<string>();
	const byAmount = Map.groupBy(explanations, ({ amount }) => amount);
	for (const [amount, equal] of Map.groupBy(lines, (line) => line.amount)) {
		const inTime = equal.toSorted((a, b) => a.at - b.at);
		const taken = pairWindows(
			byAmount.get(amount) ?? [],
			inTime.map(({ at }) => at),
		);
		for (const [place, { id }] of inTime.entries()) if (!taken.has(place)) left.add(id);
	}
	return left;
}
