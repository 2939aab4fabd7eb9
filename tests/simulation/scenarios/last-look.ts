/** What happens between the permit and the first byte. */
import { stopSending } from "#server/payments/stop/sending-stop.ts";
import { closeWhatIsOpen } from "#tests/simulation/admins.ts";
import {
	approvedPayout,
	demand,
	hours,
	isSent,
	minutes,
	pause,
	startDesk,
	wake,
} from "#tests/simulation/scenario-steps.ts";
import type { Scenario } from "#tests/simulation/scenarios/scenario.ts";
import { startWorker } from "#tests/simulation/worker.ts";
import type { World } from "#tests/simulation/world.ts";

const PAYOUT = { number: 1, amount: 1_001 };

export const LAST_LOOK: readonly Scenario[] = [
	{
		name: "a permit that its database has forgotten again is not used",
		play: (world) => forgetPermit(world, /head|journal/),
	},
	{
		name: "a permit that is forgotten while its head is written is not used",
		play: (world) => forgetPermit(world, /^(create|append)/),
	},
	{
		name: "who sleeps for hours before the first byte sends nothing that people have closed meanwhile",
		async play(world) {
			const worker = await startDesk(world);
			pause(worker);
			await approvedPayout(world, PAYOUT);
			const atTheSocket = world.scheduler.suspendAt(worker, ({ label }) => label.startsWith("POST"));
			wake(worker);
			await atTheSocket;
			startWorker(world, "worker 2", 2);
			await hours(world, 3);
			await closeWhatIsOpen(world);
			wake(worker);
			await minutes(world, 2);
		},
	},
	{
		name: "what stops all sending before the permit stops this one",
		async play(world) {
			const worker = await startDesk(world);
			pause(worker);
			const id = await approvedPayout(world, PAYOUT);
			const atThePermit = world.scheduler.suspendAt(
				worker,
				({ label, here }) => label === "begin" && here?.paymentId === id && hasLooked(),
			);
			const hasLooked = () => world.store.committed("wallet_look").length > 0;
			wake(worker);
			await atThePermit;
			const web = world.alive("web 1");
			if (!web) throw new Error("no page");
			await world.as(web, () =>
				web.system.database
					.transaction()
					.execute((trx) => stopSending(trx, web.system.clock.now(), { httpStatus: 403, paymentId: null })),
			);
			wake(worker);
			await minutes(world, 2);
			demand(!isSent(world, id), "I2", "sent after all sending was stopped");
		},
	},
];

/** Put back at a file: what waits at the database hears that its connection is gone, and sends nothing. */
async function forgetPermit(world: World, file: RegExp): Promise<void> {
	const worker = await startDesk(world);
	pause(worker);
	await approvedPayout(world, PAYOUT);
	const copy = world.copy();
	const isPermitted = () => world.store.committed("attempt").length > 0;
	const permitted = world.scheduler.suspendAt(
		worker,
		({ here, label }) => here?.paymentId !== undefined && file.test(label) && isPermitted(),
	);
	wake(worker);
	await permitted;
	world.putBack(copy, { database: true });
	const { taken } = world.scheduler;
	wake(worker);
	await minutes(world, 2);
	// What the database approved may leave by another permit.
	const isUsed = world.service.posts.some(({ sender }) => Number(sender.takenAtStep) < taken);
	demand(!isUsed, "I2", "sent by a permit that the database has forgotten");
}
