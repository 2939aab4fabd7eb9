export type Random = ReturnType<typeof randomOf>;

/** Chance from a seed: the same seed gives the same run (mulberry32). */
export function randomOf(seed: number) {
	let state = (seed * 0x9e3779b1) >>> 0;
	/** In [0, 1). */
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	/** Whole, from 0 to below `limit`. */
	const below = (limit: number) => Math.floor(next() * limit);
	return {
		next,
		below,
		chance: (probability: number) => next() < probability,
		pick<T>(items: readonly T[]): T {
			const item = items[below(items.length)];
			if (item === undefined) throw new Error("nothing to pick from");
			return item;
		},
	};
}
