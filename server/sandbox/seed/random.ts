export type Random = ReturnType<typeof createRandom>;

/** The same seed gives the same values on every machine. mulberry32: 32 bits of state suffice for generated data. */
export function createRandom(seed: number) {
	let state = seed >>> 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	/** Returns a whole number from `least` to `most`, both included. */
	const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
	return {
		next,
		between,
		pick: <T>(list: readonly T[]): T => oneOf(list, between(0, list.length - 1)),
		/** Entries as [value, weight]. */
		weighted<T>(list: readonly (readonly [T, number])[]): T {
			let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
			for (const [value, weight] of list) {
				left -= weight;
				if (left < 0) return value;
			}
			return oneOf(list, 0)[0];
		},
		chance: (share: number) => next() < share,
	};
}

function oneOf<T>(list: readonly T[], place: number): T {
	if (place >= list.length) throw new Error("there is nothing to choose from");
	return list[place] as T;
}
