/** Orders a transaction's history, which the service gives in any order. Pure. */

export interface Entry {
	status: string;
	/** ISO 8601, with any number of digits after the seconds; null or absent when it cannot be read. */
	timestamp?: string | null | undefined;
}

/**
 * Returns the entries oldest first. Entries of one time keep the service's order, which a list that is newest first reverses. A list of
 * one time that ends with `pending` is newest first.
 */
export function oldestFirst<Each extends Entry>(history: readonly Each[]): Each[] {
	const dated = history.filter(({ timestamp }) => timestamp);
	const [first, last] = [dated[0] ?? history[0], dated.at(-1) ?? history.at(-1)];
	if (!first || !last) return [];
	const order = compareTimes(first, last) || Number(last.status === "pending") - Number(first.status === "pending");
	return byTime(order > 0 ? history.toReversed() : history);
}

/** Sorts by time to the last digit. An entry without a time stays behind the one before it. */
export function byTime<Each extends Entry>(history: readonly Each[]): Each[] {
	const starts = history.flatMap(({ timestamp }, place) => (timestamp || place === 0 ? [place] : []));
	const runs = starts.map((start, place) => history.slice(start, starts[place + 1]));
	return runs.toSorted(([one], [other]) => compareTimes(one, other)).flat();
}

function compareTimes(a: Entry | undefined, b: Entry | undefined): number {
	const [one, other] = [exactTime(a), exactTime(b)];
	return Number(one > other) - Number(one < other);
}

/** Returns the time in UTC with all digits, because JavaScript's dates end at milliseconds. */
function exactTime(entry: Entry | undefined): string {
	if (!entry?.timestamp) return "";
	const [, digits = ""] = /\.(\d+)/.exec(entry.timestamp) ?? [];
	return `${new Date(entry.timestamp).toISOString().slice(0, -5)}.${digits.replace(/0+$/, "")}`;
}
