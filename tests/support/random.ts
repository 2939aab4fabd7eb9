export type RandomBelow = (below: number) => number;

/** Park and Miller's minimal standard. */
export function seededRandom(seed: number): RandomBelow {
	let state = (seed * 7_919 + 1) % 2_147_483_647;
	return (below) => {
		state = (state * 48_271) % 2_147_483_647;
		return state % below;
	};
}
