/** The smallest story that shows something going wrong. */
import type { World } from "#tests/simulation/world.ts";

export interface Scenario {
	name: string;
	/** Nothing goes wrong but what is told here. */
	play(world: World): Promise<void>;
}
