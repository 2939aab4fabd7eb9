/** A worker of the simulation: the real rounds and jobs, taken from the queue. */

import { findingOf } from "#server/continuity/database-mismatch.ts";
import { newHeartbeat, writeHeartbeat } from "#server/continuity/heartbeat.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { mergeOutcomes } from "#server/payments/send/outcome-file.ts";
import { recoverAttempts } from "#server/payments/send/recover-attempts.ts";
import { requeuePayments } from "#server/payments/send/requeue-payments.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { expirePayments } from "#server/payments/stop/expire-payments.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { foldHeads } from "#server/store/head-file.ts";
import { trimJournal } from "#server/store/permit-journal.ts";
import { readWorkersAtWork } from "#server/store/worker-heartbeats.ts";
import { type HeadKeeper, keepReceivedHeads } from "#server/worker/head-keeper.ts";
import type { Row } from "#tests/simulation/postgres/simulated-database.ts";
import type { Instance, World } from "#tests/simulation/world.ts";

/** Rarer than the real ones, which changes only the time that a run takes: a worker counts as gone after 30 s. */
const HEARTBEAT_MS = 14_000;
const ROUND_MS = 60_000;
const PROOF_MS = 15_000;
const SENDERS = 2;

/** Starts as the real worker does: a heartbeat, one round, then everything at once. */
export function startWorker(world: World, name: string, machine = 1): Instance {
	const worker = world.spawn(name, machine);
	const workerId = `${name}:${world.scheduler.taken}`;
	const heartbeat = newHeartbeat(workerId, () => findingOf(worker.system.database, workerId) === null);
	void world.as(worker, async () => {
		await patiently(world, worker, () => writeHeartbeat(worker.system, heartbeat));
		const heads = keepReceivedHeads(worker.system, workerId);
		await patiently(world, worker, () => round(worker, heads));
		await tidy(worker, workerId).catch(() => undefined);
		void repeat(world, worker, HEARTBEAT_MS, () => writeHeartbeat(worker.system, heartbeat));
		const prove = () => proveWallets(worker.system, { workerId });
		void prove()
			.catch(() => undefined)
			.then(() => repeat(world, worker, PROOF_MS, prove));
		void repeat(world, worker, ROUND_MS, () => round(worker, heads));
		for (let sender = 0; sender < SENDERS; sender += 1) {
			void work(world, worker, "send_payment", async (paymentId) => {
				world.options.count(`sendPayment: ${await sendPayment(worker.system, { paymentId, workerId, heartbeat })}`);
			});
		}
		void work(world, worker, "check_payment", async (paymentId) => {
			world.options.count(`checkPayment: ${await checkPayment(worker.system, { paymentId })}`);
		});
	});
	return worker;
}

async function round({ system }: Instance, heads: HeadKeeper): Promise<void> {
	await heads.checkHead();
	await mergeOutcomes(system);
	await recoverAttempts(system);
	await expirePayments(system);
	await requeuePayments(system);
}

/** Merges the files of dead workers. */
async function tidy({ system }: Instance, workerId: string): Promise<void> {
	const living = [workerId, ...(await readWorkersAtWork(system.database))];
	await foldHeads(system.config, workerId, living);
	await trimJournal(system.config, system.clock.now(), living);
}

/** The supervisor repeats a start that cannot reach the database. */
async function patiently(world: World, worker: Instance, action: () => Promise<void>): Promise<void> {
	for (;;) {
		try {
			return await action();
		} catch {
			await world.scheduler.sleep(worker, 1_000, "start anew");
		}
	}
}

async function repeat(world: World, worker: Instance, everyMs: number, action: () => Promise<unknown>): Promise<void> {
	for (;;) {
		await world.scheduler.sleep(worker, everyMs, "wait");
		await action().catch(() => undefined);
	}
}

/** One job after another, as one slot of the job runner does; a job that throws is removed, as with maxAttempts 1. */
async function work(
	world: World,
	worker: Instance,
	task: string,
	run: (paymentId: string) => Promise<void>,
): Promise<void> {
	for (;;) {
		const job = await take(world, worker, task);
		if (!job) continue;
		const { paymentId } = JSON.parse(String(job.payload)) as { paymentId: string };
		await world.as(worker, () => run(paymentId), paymentId).catch(() => undefined);
		await done(world, worker, job);
	}
}

/** Removes the job; waits for a transaction that changes it. */
async function done(world: World, worker: Instance, { id }: Row): Promise<void> {
	const reachable = () => (world.databaseIsAway ? Number.POSITIVE_INFINITY : 0);
	const isGone = () => world.database.committed("job").every((job) => job.id !== id);
	for (let isDone = false; !isDone; ) {
		const end = async () => isGone() || world.database.changeJob(id, "delete from jobs");
		isDone = await world.scheduler.step(worker, "job done", end, reachable);
	}
}

/** Null while another transaction changes the job. */
function take(world: World, worker: Instance, task: string): Promise<Row | null> {
	const waiting = () =>
		world.databaseIsAway
			? []
			: world.database.committed("job").filter((job) => job.task === task && job.locked_at === null);
	const dueAt = (job: Row) => (job.run_at as Date).getTime() - world.clockOfDatabase;
	return world.scheduler.step(
		worker,
		`take ${task}`,
		async () => {
			const due = waiting().filter((job) => dueAt(job) <= world.scheduler.now);
			const job = world.random.pick(due.length > 0 ? due : waiting());
			// A queue may hand a job out twice: after an expired lock, or when a worker is taken for dead.
			return world.isTrouble(0.03) || (await lockJob(world, job)) ? job : null;
		},
		() => waiting().reduce((soonest, job) => Math.min(soonest, dueAt(job)), Number.POSITIVE_INFINITY),
	);
}

function lockJob(world: World, { id }: Row): Promise<boolean> {
	const lockedAt = new Date(world.scheduler.now + world.clockOfDatabase);
	return world.database.changeJob(id, "update jobs set locked_at = $2, attempts = attempts + 1", [lockedAt]);
}
