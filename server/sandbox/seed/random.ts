/** A seeded random generator: the same seed gives the same values on every machine. */

export interface Random {
	/** 0 ≤ x < 1. */
	next(): number;
	/** Whole number, both ends included. */
	between(least: number, most: number): number;
	pick<T>(list: readonly T[]): T;
	/** Entries as [value, weight]. */
	weighted<T>(list: readonly (readonly [T, number])[]): T;
	chance(share: number): boolean;
}

/** mulberry32: 32 bits of state suffice for a generated business. */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
	return {
		next,
		between,
		pick: (list) => oneOf(list, between(0, list.length - 1)),
		weighted(list) {
			let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
			for (const [value, weight] of list) {
				left -= weight;
				if (left < 0) return value;
			}
			return oneOf(list, 0)[0];
		},
		chance: (share) => next() < share,
	};
}

function oneOf<T>(list: readonly T[], place: number): T {
	if (place >= list.length) throw new Error("there is nothing to choose from");
	return list[place] as T;
}
