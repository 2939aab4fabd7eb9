/** Long work in slices: what takes long gives others their turn in between, and comes to the same. */

/** Work that says at each `yield` how many steps it has made since the last. */
export type Sliced<T> = Generator<number, T, undefined>;

// A step takes a microsecond at most, the slowest machine thought of ten times that: others wait for 20 ms at the very longest.
const STEPS_A_SLICE = 2_000;

/** Others have their turn after each slice; what is shorter than one is done at once. */
export async function inSlices<T>(work: Sliced<T>): Promise<T> {
	let steps = 0;
	for (;;) {
		const { done, value } = work.next();
		if (done) return value;
		steps += value;
		if (steps < STEPS_A_SLICE) continue;
		steps = 0;
		await nextTurn();
	}
}

/** Requests and answers that wait are served first. */
export function nextTurn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** Without a turn for anybody else: for what is known to be small. */
export function atOnce<T>(work: Sliced<T>): T {
	for (;;) {
		const { done, value } = work.next();
		if (done) return value;
	}
}

/** As `map`, where the list may be long; `steps` says how long one takes. */
export function* mapInSlices<T, U>(items: readonly T[], change: (item: T) => U, steps = 1): Sliced<U[]> {
	const changed: U[] = [];
	for (const item of items) {
		changed.push(change(item));
		yield steps;
	}
	return changed;
}

const PIECE = 256;

/** As `toSorted`: pieces that are sorted at once, then merged. */
export function* sortInSlices<T>(items: readonly T[], compare: (a: T, b: T) => number): Sliced<T[]> {
	let runs: T[][] = [];
	for (let start = 0; start < items.length; start += PIECE) {
		runs.push(items.slice(start, start + PIECE).sort(compare));
		yield PIECE;
	}
	while (runs.length > 1) {
		const merged: T[][] = [];
		for (let place = 0; place < runs.length; place += 2) {
			merged.push(yield* merge(runs[place] ?? [], runs[place + 1] ?? [], compare));
		}
		runs = merged;
	}
	return runs[0] ?? [];
}

function* merge<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): Sliced<T[]> {
	const merged: T[] = [];
	let [i, j] = [0, 0];
	while (i < one.length || j < other.length) {
		// Of equals the earlier stays first.
		const isOne = j >= other.length || (i < one.length && compare(one[i] as T, other[j] as T) <= 0);
		merged.push((isOne ? one[i] : other[j]) as T);
		if (isOne) i += 1;
		else j += 1;
		if (merged.length % PIECE === 0) yield PIECE;
	}
	return merged;
}
