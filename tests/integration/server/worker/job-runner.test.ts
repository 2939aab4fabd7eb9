import { makeWorkerUtils } from "graphile-worker";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "#server/log.ts";
import { startJobRunner } from "#server/worker/job-runner.ts";
import { createTestDatabase } from "#tests/support/database.ts";

/** Half of a slot's own polling interval. */
const SOON = { timeout: 15_000, interval: 50 };

async function startRunner(concurrency: number) {
	const { pool } = await createTestDatabase();
	const done: unknown[] = [];
	const tasks = { told: (payload: unknown) => void done.push(payload) };
	const runner = await startJobRunner({ pool, log: createLog("silent", "test"), tasks, concurrency });
	onTestFinished(() => runner.stop());
	return { pool, done };
}

test("a job runs soon after its time has come, although no slot looks by itself", async () => {
	const { pool, done } = await startRunner(3);
	const queue = await makeWorkerUtils({ pgPool: pool });
	await queue.addJob("told", { n: 0 });
	await vi.waitFor(() => expect(done).toEqual([{ n: 0 }]), SOON);
	for (const n of [1, 2, 3]) await queue.addJob("told", { n }, { runAt: new Date(Date.now() + 400) });
	await vi.waitFor(() => expect(done).toHaveLength(4), SOON);
});

test("a job that nobody was told of runs as soon", async () => {
	const { pool, done } = await startRunner(1);
	await makeWorkerUtils({ pgPool: pool }).then((queue) => queue.addJob("told", { n: 0 }));
	await vi.waitFor(() => expect(done).toHaveLength(1), SOON);
	// Without a notification, as if the listener's connection were lost: only graphile-worker's functions notify.
	await pool.query(
		"insert into graphile_worker._private_jobs (task_id, payload) select id, '{}' from graphile_worker._private_tasks",
	);
	await vi.waitFor(() => expect(done).toHaveLength(2), SOON);
});

test("a job runs soon after the database is back, however long it refused connections", async () => {
	const { pool, done } = await startRunner(1);
	await pool.query("select");
	const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
	let refused = 0;
	const refuse = (give?: unknown) => {
		refused += 1;
		const error = Object.assign(new Error("the database system is starting up"), { code: "57P03" });
		if (typeof give === "function") give(error);
		else return Promise.reject(error);
	};
	const away = vi.spyOn(pool, "connect").mockImplementation(refuse as never);
	// One poll a second, beside the queue's own.
	await vi.waitFor(() => expect(refused).toBeGreaterThan(7), SOON);
	away.mockImplementation(connect as never);
	await makeWorkerUtils({ pgPool: pool }).then((queue) => queue.addJob("told", { n: 0 }));
	await vi.waitFor(() => expect(done).toEqual([{ n: 0 }]), { timeout: 3_000, interval: 50 });
});
