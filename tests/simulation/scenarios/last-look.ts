/** Events between the permit and the first byte. */
import { stopSending } from "#server/continuity/sending-stop.ts";
import { closeWhatIsOpen } from "#tests/simulation/admins.ts";
import { filesOf } from "#tests/simulation/ports/files.ts";
import {
	approvedPayout,
	endMachine,
	hours,
	isSent,
	minutes,
	PAYOUT,
	pause,
	requireThat,
	sendBy,
	sleepingDesk,
	startDesk,
	wake,
	wakeUntil,
} from "#tests/simulation/scenario-steps.ts";
import type { Scenario } from "#tests/simulation/scenarios/scenario.ts";
import type { Step } from "#tests/simulation/scheduler.ts";
import { startWorker } from "#tests/simulation/worker.ts";
import type { World } from "#tests/simulation/world.ts";

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
		name: "a permit of a standby that became primary just before it is not called unsent",
		async play(world) {
			const { id, first, second } = await sleepingDesk(world, { machines: 2 });
			const copy = await world.copy();
			// The sender has asked which database this is, and asks the service now.
			await wakeUntil(world, second, atTheBalance(id));
			wake(first);
			await sendBy(world, first, id);
			world.database.server.timeline += 1;
			await world.putBack(copy, { database: true });
			wake(second);
			await minutes(world, 1);
		},
	},
	{
		name: "who slept at the wallet while its database was put back does not send what another had sent",
		async play(world) {
			const { id, first, second } = await sleepingDesk(world, { machines: 2 });
			const copy = await world.copy();
			await wakeUntil(world, second, atTheBalance(id));
			wake(first);
			await sendBy(world, first, id);
			await world.scheduler.until(() => isSent(world, id));
			// Every record of the payout is lost with the database; only the wallet shows it.
			await endMachine(world);
			await world.putBack(copy, { database: true });
			wake(second);
			await minutes(world, 3);
		},
	},
	{
		name: "a copy of the desk that keeps its heads in the same place is seen before the first byte",
		async play(world) {
			const { id, first: worker } = await sleepingDesk(world);
			await wakeUntil(world, worker, ({ here, label }) => here?.paymentId === id && /^append .*jsonl/.test(label));
			const files = filesOf(world.scheduler);
			const [path, own] = [...files].find(([name]) => /machine-1\/head\/.*json$/.test(name)) ?? ["", "{}"];
			const other = { ...JSON.parse(own), entry: "1000000", hash: "of an entry of a copy" };
			files.set(path.replace(/[^/]*$/, "copy.json"), JSON.stringify(other));
			wake(worker);
			await minutes(world, 1);
			requireThat(!isSent(world, id), "I14", "sent while a copy of the desk is awake");
		},
	},
	{
		name: "who sleeps for hours before the first byte sends nothing that people have closed meanwhile",
		async play(world) {
			const worker = await startDesk(world);
			pause(worker);
			await approvedPayout(world, PAYOUT);
			await wakeUntil(world, worker, ({ label }) => label.startsWith("POST"));
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
			const hasLooked = () => world.database.committed("balance_reading").length > 0;
			const isTurn = (label: string) => /^select pg_advisory_xact_lock\(hashtextextended/.test(label);
			await wakeUntil(world, worker, ({ label, here }) => here?.paymentId === id && isTurn(label) && hasLooked());
			const web = world.alive("web 1");
			if (!web) throw new Error("no page");
			await world.as(web, () =>
				web.system.database
					.transaction()
					.execute((trx) => stopSending(trx, web.system.clock.now(), { httpStatus: 403, paymentId: null })),
			);
			wake(worker);
			await minutes(world, 2);
			requireThat(!isSent(world, id), "I2", "sent after all sending was stopped");
		},
	},
];

function atTheBalance(id: string) {
	return ({ label, here }: Step) => here?.paymentId === id && label.startsWith("GET balance");
}

/** Puts the database back at this file's step: a process that waits for the database loses its connection, and sends nothing. */
async function forgetPermit(world: World, file: RegExp): Promise<void> {
	const worker = await startDesk(world);
	pause(worker);
	await approvedPayout(world, PAYOUT);
	const copy = await world.copy();
	const isPermitted = () => world.database.committed("attempt").length > 0;
	await wakeUntil(
		world,
		worker,
		({ here, label }) => here?.paymentId !== undefined && file.test(label) && isPermitted(),
	);
	await world.putBack(copy, { database: true });
	const { taken } = world.scheduler;
	wake(worker);
	await minutes(world, 2);
	// A payout that the database approved may leave by another permit.
	const isUsed = world.service.posts.some(({ sender }) => Number(sender.takenAtStep) < taken);
	requireThat(!isUsed, "I2", "sent by a permit that the database has forgotten");
}
