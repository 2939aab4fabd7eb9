export type Chance = (below: number) => number;

/** Park and Miller's minimal standard. */
export function chanceOf(seed: number): Chance {
	let state = (seed * 7_919 + 1) % 2_147_483_647;
	return (below) => {
		state = (state * 48_271) % 2_147_483_647;
		return state % below;
	};
}
