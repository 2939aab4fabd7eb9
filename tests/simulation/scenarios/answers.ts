/** Answers about other payments, and answers that nobody seems to have waited for. */

import type { Fault } from "#tests/simulation/faults.ts";
import { approvedPayout, minutes, PAYOUT, pause, startDesk, wake } from "#tests/simulation/scenario-steps.ts";
import type { Scenario } from "#tests/simulation/scenarios/scenario.ts";

export const ANSWERS: readonly Scenario[] = [
	{
		name: "an answer whose attempt the database has forgotten is kept",
		async play(world) {
			await startDesk(world);
			const copy = await world.copy();
			world.plannedFaults.push("slow");
			await approvedPayout(world, PAYOUT);
			await world.scheduler.until(() => world.service.posts.length > 0);
			await world.putBack(copy, { database: true });
			await minutes(world, 4);
		},
	},
	{
		name: "a reference in an answer that broke off is kept, although recovery was there before it",
		async play(world) {
			const worker = await startDesk(world);
			world.plannedFaults.push("older_hint");
			await approvedPayout(world, PAYOUT);
			await world.scheduler.until(() => world.service.posts.length > 0);
			pause(worker);
			await startDesk(world, 2);
			await minutes(world, 4);
			wake(worker);
			await minutes(world, 1);
		},
	},
	answered("a failed answer that names an older payment of this amount makes none paid", "older_hint"),
	answered("a success that was created before the permit is not this payment's", "older_answer"),
];

function answered(name: string, fault: Fault): Scenario {
	return {
		name,
		async play(world) {
			await startDesk(world);
			world.plannedFaults.push(fault);
			await approvedPayout(world, PAYOUT);
			await minutes(world, 4);
		},
	};
}
