import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { portFault } from "#server/environment/open-port.ts";
import { queueReconciliation } from "#server/reconciliation/queue-reconciliation.ts";
import { addJob } from "#server/store/job-queue.ts";
import { workersOf } from "#tests/integration/server/worker/worker-process.ts";
import { fixedClock } from "#tests/support/contexts.ts";
import { accept, answerTo, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

// The worker process uses the machine's clock, so what it sends must not look months old to it.
const desk = await openPaymentDesk({}, fixedClock(new Date()));
const { database, script } = desk;
const startWorker = workersOf(desk);

/** The next POST arrives, and waits until the test releases it. */
function heldPost() {
	let letGo = () => {};
	const arrived = new Promise<void>((hasArrived) => {
		script.post = async (respond, body) => {
			hasArrived();
			await new Promise<void>((go) => {
				letGo = go;
			});
			respond.json(201, answerTo(body));
		};
	});
	return { arrived, letGo: () => letGo() };
}

const becomes = (id: string, state: string) =>
	vi.waitFor(async () => expect(await desk.state(id)).toBe(state), { timeout: 60_000, interval: 50 });

test("put to sleep with a payout on the wire: another worker calls it unknown, and the late answer still closes it", async () => {
	const { arrived, letGo } = heldPost();
	const sleeping = await startWorker();
	const payout = await desk.approved();
	await arrived;
	sleeping.pause();
	await sql`update attempt set permitted_at = permitted_at - interval '181 seconds',
		send_deadline = send_deadline - interval '181 seconds'`.execute(database);
	await startWorker();
	await becomes(payout.id, "unknown");
	letGo();
	sleeping.wake();
	await becomes(payout.id, "succeeded");
	expect(desk.posts()).toHaveLength(1);
});

test('starts where the system refuses to change its priority, as a systemd unit or "nice" may', async () => {
	const refuse = `import os from "node:os";
		import { syncBuiltinESMExports } from "node:module";
		os.setPriority = () => { throw new Error("uv_os_setpriority returned EPERM"); };
		syncBuiltinESMExports();`;
	const worker = await startWorker({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(refuse)}` });
	expect(worker.isRunning()).toBe(true);
});

test("reads the wallets regularly, although a clock that was ahead planned the next reading for tomorrow", async () => {
	const [currency = ""] = desk.system.config.walletCurrencies;
	const key = `read_balance:regular:${currency}`;
	await addJob(database, "read_balance", { currency }, { key });
	await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 day', updated_at = now() + interval '1 day'
		where key = ${key}`.execute(database);
	await startWorker();
	const isPlanned = async () => {
		const { rows } = await sql`select from graphile_worker.jobs
			where key = ${key} and run_at between now() and now() + interval '2 minutes'`.execute(database);
		expect(rows).toHaveLength(1);
	};
	await vi.waitFor(isPlanned, { timeout: 60_000, interval: 100 });
});

test("killed between approval and permit: the payout is sent once after the restart", async () => {
	const payout = await desk.approved();
	await sql`update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes', locked_by = 'killed', attempts = 1
		where key = ${`send:${payout.id}`}`.execute(database);
	await sql`update payment_event set at = at - interval '2 minutes' where payment_id = ${payout.id}`.execute(database);
	await startWorker();
	await becomes(payout.id, "succeeded");
	expect(desk.posts()).toHaveLength(1);
});

test("killed in the middle of a reconciliation: the next worker takes that wallet up again", async () => {
	const [currency = ""] = desk.system.config.walletCurrencies;
	const holder = await desk.pool.connect();
	try {
		await holder.query("begin");
		await holder.query("select pg_advisory_xact_lock(7270403, hashtext($1))", [
			`${desk.system.config.environment}:${currency}`,
		]);
		const killed = await startWorker();
		await queueReconciliation(database, currency);
		const isAtIt = async () => {
			const { rowCount } = await holder.query(`select from pg_locks join pg_stat_activity using (pid)
				where locktype = 'advisory' and classid = 7270403 and not granted and application_name = 'cauri-worker'`);
			expect(rowCount, killed.output()).toBeGreaterThan(0);
		};
		await vi.waitFor(isAtIt, { timeout: 60_000 });
		await killed.kill();
		await holder.query("rollback");
	} finally {
		holder.release();
	}
	await startWorker();
	await queueReconciliation(database, currency);
	const isDone = async () => {
		const { rows } = await sql`select from graphile_worker.jobs
			where task_identifier = 'reconcile_wallet' and locked_at is null`.execute(database);
		expect(rows).toHaveLength(0);
	};
	// A failed try on a busy machine is repeated seconds later; a lock left by a killed worker would last for hours.
	await vi.waitFor(isDone, { timeout: 60_000, interval: 100 });
});

test.each([
	["told to end", "SIGTERM"],
	["when its terminal is closed", "SIGHUP"],
] as const)(
	"%s (%s) it waits for the POST on the wire, records its answer and takes nothing new, no port either",
	async (_, signal) => {
		const { arrived, letGo } = heldPost();
		const port = await freePort();
		const worker = await startWorker({ WORKER_PORT: String(port) });
		const payout = await desk.approved();
		await arrived;
		const ended = worker.drain(signal);
		await vi.waitFor(() => expect(worker.output()).toContain('"draining"'), { timeout: 60_000 });
		const later = await desk.deposit();
		await expect.poll(() => portFault(port, "127.0.0.1")).toBeNull();
		expect(worker.isRunning()).toBe(true);
		letGo();
		expect(await ended).toBe(0);
		expect(await desk.state(payout.id)).toBe("succeeded");
		expect(await desk.state(later.id)).toBe("approved");
		expect(desk.posts().filter(({ path }) => path.includes("deposit"))).toHaveLength(0);
		await updateRows(database, "payment", { id: later.id }, { state: "cancelled" });
	},
);

test("a deposit is sent within moments, watched, and becomes successful without anybody asking; the worker outlives a service that breaks every rule, and no job of it stands in a named queue, which a killed one would hold for hours", async () => {
	const worker = await startWorker();
	script.post = accept("pending", { reference: "DEP-WATCHED-1" });
	const deposit = await desk.deposit();
	await becomes(deposit.id, "pending");
	script.words.set("DEP-WATCHED-1", {
		transaction_type: "deposit",
		status: "success",
		amount: deposit.amount,
		currency: deposit.currency,
	});
	await becomes(deposit.id, "succeeded");
	const isLevel = async () =>
		expect(await sql`select from movement_sync where synced_at is not null`.execute(database)).toMatchObject({
			rows: expect.arrayContaining([expect.anything()]),
		});
	await vi.waitFor(isLevel, { timeout: 60_000, interval: 50 });
	const { rows } =
		await sql`select (select count(*)::int from worker where seen_at > now() - interval '20 seconds') > 0 as alive,
		(select count(*)::int from graphile_worker._private_job_queues) as queues`.execute(database);
	expect(rows).toEqual([{ alive: true, queues: 0 }]);
	script.instead = (_request, respond) => {
		respond.reset();
		return true;
	};
	const broken = await desk.deposit();
	await becomes(broken.id, "unknown");
	script.instead = null;
	script.post = accept("pending");
	const healed = await desk.deposit();
	await becomes(healed.id, "pending");
	expect(worker.isRunning()).toBe(true);
	expect(worker.output()).not.toContain("0701020305");
});
