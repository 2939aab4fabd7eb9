/** Chance from a seed: the same seed gives the same run (mulberry32). */
export interface Random {
	/** In [0, 1). */
	next(): number;
	/** Whole, from 0 to below `limit`. */
	below(limit: number): number;
	chance(probability: number): boolean;
	pick<T>(items: readonly T[]): T;
}

export function randomOf(seed: number): Random {
	let state = (seed * 0x9e3779b1) >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	return {
		next,
		below,
		chance: (probability) => next() < probability,
		pick(items) {
			const item = items[below(items.length)];
			if (item === undefined) throw new Error("nothing to pick from");
			return item;
		},
	};
}
