/** A database that has lost its newest commits, or lives on somewhere else. */
import {
	endMachine,
	minutes,
	pause,
	seconds,
	sent,
	sleepingDesk,
	startDesk,
	wake,
} from "#tests/simulation/scenario-steps.ts";
import type { Scenario } from "#tests/simulation/scenarios/scenario.ts";
import type { World } from "#tests/simulation/world.ts";

export const STANDBYS: readonly Scenario[] = [
	{
		name: "a standby that never heard of a permit sends nothing again when it becomes primary",
		play: (world) =>
			replaceServer(world, () => {
				world.database.server.timeline += 1;
			}),
	},
	{
		name: "a copy of the database under another system's name sends nothing again",
		play: (world) => replaceServer(world, () => (world.database.server.system += 1)),
	},
	{
		name: "a standby that heard of everything goes on by itself, and sends what waits once",
		async play(world) {
			const { id, first, second } = await sleepingDesk(world, { machines: 2, rest: 120 });
			const copy = await world.copy();
			await world.loseDatabase();
			world.database.server.timeline += 1;
			await world.putBack(copy, { database: true });
			wake(first);
			wake(second);
			await sent(world, id);
		},
	},
	{
		name: "what one machine sends, another has heard of when that one is lost with its database",
		async play(world) {
			const { id, first, second } = await sleepingDesk(world, { machines: 2 });
			const copy = await world.copy();
			wake(first);
			await sent(world, id);
			pause(first);
			// The process hears of it at once, long before its next round.
			wake(second);
			await seconds(world, 2);
			await endMachine(world, 1);
			await world.putBack(copy, { database: true });
			await minutes(world, 3);
		},
	},
	{
		name: "a new machine does not take a dead worker's heartbeat for a neighbour",
		async play(world) {
			// The heartbeat in the copy is younger than 20 s when machine 2 starts.
			const { id, first: worker } = await sleepingDesk(world, { rest: 11 });
			const copy = await world.copy();
			wake(worker);
			await sent(world, id);
			await endMachine(world, 1);
			await world.putBack(copy, { database: true });
			await startDesk(world, 2);
			await minutes(world, 3);
		},
	},
];

/** Machine 1 sends and is lost with its database; machine 2 slept, and meets a database that lacks the permit. */
async function replaceServer(world: World, becomeAnother: () => void): Promise<void> {
	const { id, first, second } = await sleepingDesk(world, { machines: 2, rest: 60 });
	const copy = await world.copy();
	wake(first);
	await sent(world, id);
	await endMachine(world, 1);
	becomeAnother();
	await world.putBack(copy, { database: true });
	wake(second);
	await minutes(world, 3);
}
