export type RandomBelow = (below: number) => number;

/** Park and Miller's minimal standard. */
export function seededRandom(seed: number): RandomBelow {
	let state = (seed * 7_919 + 1) % 2_147_483_647;
	return (below) => {
		state = (state * 48_271) % 2_147_483_647;
		return state % below;
	};
}

/** Orders items by keys that a property draws. */
export function shuffledBy(keys: Iterator<number>): <T>(items: readonly T[]) => T[] {
	return (items) =>
		items
			.map((item) => ({ item, key: Number(keys.next().value ?? 0) }))
			.sort((a, b) => a.key - b.key)
			.map(({ item }) => item);
}
