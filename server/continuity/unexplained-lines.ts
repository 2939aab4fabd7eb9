/** Lines that took money and that no payment of this database explains. Pure. */

export interface Line {
	id: string;
	amount: string;
	at: number;
}

/** A payout without a line for certain, and when its line may be dated. Times in ms. */
export interface Explanation {
	amount: string;
	from: number;
	to: number;
}

/**
 * As many lines as possible are explained, each by one payout of its amount; of equal lines the later ones are left over.
 * Returns their ids.
 */
export function findUnexplained(lines: readonly Line[], explanations: readonly Explanation[]): Set<string> {
	const left = new Set<string>();
	const byAmount = Map.groupBy(explanations, ({ amount }) => amount);
	for (const [amount, equal] of Map.groupBy(lines, (line) => line.amount)) {
		const waiting = (byAmount.get(amount) ?? []).toSorted((a, b) => a.from - b.from);
		const open: Explanation[] = [];
		for (const line of equal.toSorted((a, b) => a.at - b.at)) {
			while (waiting[0] && waiting[0].from <= line.at) insertByEnd(open, waiting.shift() as Explanation);
			while (open[0] && open[0].to < line.at) open.shift();
			// The one that can wait least.
			if (!open.shift()) left.add(line.id);
		}
	}
	return left;
}

function insertByEnd(open: Explanation[], one: Explanation): void {
	const place = open.findLastIndex(({ to }) => to <= one.to) + 1;
	open.splice(place, 0, one);
}
