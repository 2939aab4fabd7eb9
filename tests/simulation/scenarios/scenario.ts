/** The smallest story that shows a fault. */
import type { World } from "#tests/simulation/world.ts";

export interface Scenario {
	name: string;
	/** Only what happens here goes wrong. */
	play(world: World): Promise<void>;
}
