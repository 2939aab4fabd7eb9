import { beforeEach, expect, test } from "vitest";
import { addCheckJobs } from "#server/payment-records/send-job.ts";
import { addRegularJobs } from "#server/worker/regular-jobs.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database, pool } = await createTestDatabase();
const system = systemContext({ database });
/** Each regular job, and the minutes between two runs. */
const MINUTES = {
	"look_up_imports:regular": 1,
	"read_balance:regular:XAF": 2,
	"read_balance:regular:XOF": 2,
	"sync_movements:regular:XAF": 5,
	"sync_movements:regular:XOF": 5,
	"tell_guesses:regular": 5,
};

const DAY = "interval '1 day'";

beforeEach(async () => {
	await pool.query("delete from graphile_worker._private_jobs");
});

/** The minutes until each job, rounded up, by the database's clock. */
async function readWaiting(): Promise<Record<string, number>> {
	const { rows } = await pool.query<{ key: string; minutes: number }>(`
		select key, ceil(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker.jobs
		where key is not null and attempts = 0 and max_attempts = 1 order by key`);
	return Object.fromEntries(rows.map(({ key, minutes }) => [key, minutes]));
}

test("each regular job waits once for its time by the database's clock, however many workers add it", async () => {
	await addRegularJobs(system);
	expect(await readWaiting()).toEqual(MINUTES);
	await pool.query("update graphile_worker._private_jobs set run_at = run_at - interval '30 seconds'");
	const times = "select id, run_at from graphile_worker._private_jobs order by id";
	const { rows: before } = await pool.query(times);
	await Promise.all([addRegularJobs(system), addRegularJobs(system)]);
	expect((await pool.query(times)).rows).toEqual(before);
	await pool.query("delete from graphile_worker._private_jobs where key = 'read_balance:regular:XOF'");
	await Promise.all([addRegularJobs(system), addRegularJobs(system)]);
	expect((await pool.query(times)).rows).toHaveLength(before.length);
	expect(await readWaiting()).toEqual(MINUTES);
});

test.each([
	["waits for the time of a clock that was a day ahead", `run_at = run_at + ${DAY}, updated_at = updated_at + ${DAY}`],
	["waits for the time of a worker whose clock was a day ahead", `run_at = run_at + ${DAY}`],
	["failed", "run_at = now() - interval '1 minute', attempts = 1, last_error = 'away'"],
	[
		"is locked by a worker that was killed",
		"attempts = 1, locked_by = 'killed', locked_at = now() - interval '1 minute'",
	],
])("a regular job that %s does not keep the next one from its time", async (_, change) => {
	await addRegularJobs(system);
	await pool.query(`update graphile_worker._private_jobs set ${change}`);
	await addRegularJobs(system);
	expect(await readWaiting()).toEqual(MINUTES);
});

test("the check of an open payment comes after its delay, although it was planned by a clock that was a day ahead", async () => {
	await addCheckJobs(database, [{ payment: { id: "OPEN", state: "pending" }, delayMs: 50_000 }]);
	await pool.query(
		`update graphile_worker._private_jobs set run_at = run_at + ${DAY}, updated_at = updated_at + ${DAY}`,
	);
	await addRegularJobs(system);
	expect((await readWaiting())["check:OPEN"]).toBe(1);
});
