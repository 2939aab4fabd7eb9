/** What was found to go wrong, each as the smallest story that shows it. Beside the seeds, which mix everything. */
import { ANSWERS } from "#tests/simulation/scenarios/answers.ts";
import { LAST_LOOK } from "#tests/simulation/scenarios/last-look.ts";
import { MACHINES } from "#tests/simulation/scenarios/machines.ts";
import { STANDBYS } from "#tests/simulation/scenarios/standbys.ts";
import type { World } from "#tests/simulation/world.ts";

export interface Scenario {
	name: string;
	/** Nothing goes wrong but what is told here. */
	play(world: World): Promise<void>;
}

export const SCENARIOS: readonly Scenario[] = [...MACHINES, ...STANDBYS, ...LAST_LOOK, ...ANSWERS];
