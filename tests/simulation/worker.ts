/** A worker of the simulation: the real rounds and jobs, taken from the queue of the memory database. */

import { newLife, showLife } from "#server/continuity/life.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { expirePayments } from "#server/payments/approve/expire-payments.ts";
import { mergeOutcomes } from "#server/payments/send/record-or-file.ts";
import { recoverAttempts } from "#server/payments/send/recover-attempts.ts";
import { requeuePayments } from "#server/payments/send/requeue-payments.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { isKnownTo } from "#server/payments/stop/database-doubt.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { foldHeads } from "#server/store/head-file.ts";
import { readWorkersAtWork } from "#server/store/living-workers.ts";
import { trimJournal } from "#server/store/permit-journal.ts";
import { type HeadKeeper, keepHeadsHeard } from "#server/worker/head-keeper.ts";
import type { Row } from "#tests/simulation/memory/rows.ts";
import type { Instance, World } from "#tests/simulation/world.ts";

/** Rarer than the real ones, which changes nothing but the time that a run takes: a worker is missed after 30 s. */
const HEARTBEAT_MS = 14_000;
const ROUND_MS = 60_000;
const PROOF_MS = 15_000;
const SENDERS = 2;

/** Starts it as the real one starts: a sign of life, one round, then everything at once. */
export function startWorker(world: World, name: string, machine = 1): Instance {
	const worker = world.spawn(name, machine);
	const workerId = `${name}:${world.scheduler.taken}`;
	const life = newLife(workerId, () => isKnownTo(worker.system.database, workerId));
	void world.as(worker, async () => {
		await patiently(world, worker, () => showLife(worker.system, life));
		const heads = keepHeadsHeard(worker.system, workerId);
		await patiently(world, worker, () => round(worker, heads));
		void proveWallets(worker.system).catch(() => undefined);
		await tidy(worker, workerId).catch(() => undefined);
		void repeat(world, worker, HEARTBEAT_MS, () => showLife(worker.system, life));
		void repeat(world, worker, PROOF_MS, () => proveWallets(worker.system));
		void repeat(world, worker, ROUND_MS, () => round(worker, heads));
		for (let sender = 0; sender < SENDERS; sender += 1) {
			void work(world, worker, "send_payment", async (paymentId) => {
				world.options.count(`sendPayment: ${await sendPayment(worker.system, { paymentId, workerId, life })}`);
			});
		}
		void work(world, worker, "check_payment", async (paymentId) => {
			world.options.count(`checkPayment: ${await checkPayment(worker.system, { paymentId })}`);
		});
	});
	return worker;
}

async function round({ system }: Instance, heads: HeadKeeper): Promise<void> {
	await heads.look();
	await mergeOutcomes(system);
	await recoverAttempts(system);
	await expirePayments(system);
	await requeuePayments(system);
}

/** Files of workers that are gone. */
async function tidy({ system }: Instance, workerId: string): Promise<void> {
	const living = [workerId, ...(await readWorkersAtWork(system.database))];
	await foldHeads(system.config, workerId, living);
	await trimJournal(system.config, system.clock.now(), living);
}

/** A start that cannot reach the database is started again by its supervisor. */
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

/** One after another, as one slot of the job runner does; a job that throws is gone, as with maxAttempts 1. */
async function work(
	world: World,
	worker: Instance,
	task: string,
	run: (paymentId: string) => Promise<void>,
): Promise<void> {
	for (;;) {
		const job = await take(world, worker, task);
		const { paymentId } = JSON.parse(String(job.payload)) as { paymentId: string };
		await world.as(worker, () => run(paymentId), paymentId).catch(() => undefined);
		await world.scheduler.step(worker, "job done", () => change(world, job, null));
	}
}

function take(world: World, worker: Instance, task: string): Promise<Row> {
	const waiting = () =>
		world.databaseIsAway
			? []
			: world.store.committed("job").filter((job) => job.task === task && job.locked_at === null);
	const dueAt = (job: Row) => (job.run_at as Date).getTime() - world.clockOfDatabase;
	return world.scheduler.step(
		worker,
		`take ${task}`,
		() => {
			const due = waiting().filter((job) => dueAt(job) <= world.scheduler.now);
			const job = world.random.pick(due.length > 0 ? due : waiting());
			// A queue may hand a job out twice: a lock that ran out, a worker taken for dead.
			return world.isTrouble(0.03) ? job : change(world, job, { locked_at: databaseTime(world) });
		},
		() => waiting().reduce((soonest, job) => Math.min(soonest, dueAt(job)), Number.POSITIVE_INFINITY),
	);
}

/** By a transaction of its own, as the job runner does it. */
function change(world: World, job: Row, values: Record<string, unknown> | null): Row {
	const { store } = world;
	const transaction = store.begin(databaseTime(world));
	const seen = store.see(transaction, "job").find(({ row }) => row.id === job.id);
	try {
		let row = job;
		if (seen && values === null) store.delete(transaction, "job", seen);
		else if (seen && values !== null) row = store.update(transaction, "job", seen, values);
		store.commit(transaction);
		return row;
	} finally {
		if (!transaction.ended) store.rollback(transaction);
	}
}

function databaseTime(world: World): Date {
	return new Date(world.scheduler.now + world.clockOfDatabase);
}
