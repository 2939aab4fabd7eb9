/** Known faults, each as the smallest scenario that shows it; the seeds mix everything. */
import { ANSWERS } from "#tests/simulation/scenarios/answers.ts";
import { GAPS } from "#tests/simulation/scenarios/gaps.ts";
import { LAST_LOOK } from "#tests/simulation/scenarios/last-look.ts";
import { MACHINES } from "#tests/simulation/scenarios/machines.ts";
import { MONTH } from "#tests/simulation/scenarios/month.ts";
import { PERMITS } from "#tests/simulation/scenarios/permits.ts";
import type { Scenario } from "#tests/simulation/scenarios/scenario.ts";
import { STANDBYS } from "#tests/simulation/scenarios/standbys.ts";

export const SCENARIOS: readonly Scenario[] = [
	...MACHINES,
	...STANDBYS,
	...GAPS,
	...PERMITS,
	...LAST_LOOK,
	...ANSWERS,
	...MONTH,
];
