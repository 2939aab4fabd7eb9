/** Pairs windows with times that lie inside them. Each window and each time is used once at most, and no pairing has more pairs. */

/** A span of time in ms, both ends inclusive. */
export interface Window {
	from: number;
	to: number;
}

/**
 * Maps the index of a time to the index of its window. Windows choose in order of their ends, and each takes its earliest free time, which
 * leaves the fewest windows without one. `times` is ascending.
 */
export function matchTimesToWindows(windows: readonly Window[], times: readonly number[]): Map<number, number> {
	const pairs = new Map<number, number>();
	// `free` leads from each index, over several steps, to the first free index at or after it.
	const free = Array.from({ length: times.length + 1 }, (_, place) => place);
	const firstFree = (from: number) => {
		let place = from;
		while (free[place] !== place) {
			free[place] = free[free[place] as number] as number;
			place = free[place] as number;
		}
		return place;
	};
	const order = [...windows.keys()].sort((a, b) => compareWindows(windows[a] as Window, windows[b] as Window));
	for (const index of order) {
		const { from, to } = windows[index] as Window;
		const place = firstFree(firstAt(times, from));
		if ((times[place] ?? Number.POSITIVE_INFINITY) > to) continue;
		pairs.set(place, index);
		free[place] = place + 1;
	}
	return pairs;
}

function compareWindows(a: Window, b: Window): number {
	return a.to - b.to || a.from - b.from;
}

/** The first index whose time is at or after `time` (with `past`: only after it); the length of `times` when there is none. */
export function firstAt(times: readonly number[], time: number, past = false): number {
	let [low, high] = [0, times.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		const at = times[middle] ?? 0;
		if (past ? at <= time : at < time) low = middle + 1;
		else high = middle;
	}
	return low;
}
