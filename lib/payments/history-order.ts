/** Orders a transaction's history, which the service gives in any order. Pure. */

interface Entry {
	status: string;
	/** ISO 8601, with any number of digits after the seconds. */
	timestamp: string;
}

/**
 * Returns the entries oldest first. Entries of one time keep the service's order, which a list that is newest first reverses. A list of
 * one time that ends with `pending` is newest first.
 */
export function oldestFirst<Each extends Entry>(history: readonly Each[]): Each[] {
	const [first, last] = [history[0], history.at(-1)];
	if (!first || !last) return [];
	const order = compareTimes(first, last) || Number(last.status === "pending") - Number(first.status === "pending");
	return (order > 0 ? history.toReversed() : history).toSorted(compareTimes);
}

/** Compares times to the last digit. */
export function compareTimes(a: Entry, b: Entry): number {
	const [one, other] = [exactTime(a), exactTime(b)];
	return Number(one > other) - Number(one < other);
}

/** Returns the time in UTC with all digits, because JavaScript's dates end at milliseconds. */
function exactTime({ timestamp }: Entry): string {
	const [, digits = ""] = /\.(\d+)/.exec(timestamp) ?? [];
	return `${new Date(timestamp).toISOString().slice(0, -5)}.${digits.replace(/0+$/, "")}`;
}
