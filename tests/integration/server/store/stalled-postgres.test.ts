import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { problemSchema } from "#lib/contracts/problem.ts";
import { settleForCopying } from "#server/backup/copy-table.ts";
import { answerRequest } from "#server/http/answer-request.ts";
import { createLog } from "#server/log.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { isDatabaseAway } from "#server/store/query-timeout.ts";
import { runPeriodically } from "#server/worker/run-periodically.ts";
import { fixedClock, systemContext } from "#tests/support/contexts.ts";
import { stopAll, wakeAll } from "#tests/torture/server-processes.ts";

// A server of this file's own, because it is suspended as a whole.
const folder = mkdtempSync(join(tmpdir(), "cauri-stalled-"));
chmodSync(folder, 0o755);
const server = await startEmbeddedPostgres(folder);
const url = await server.databaseUrl("stalled");
const pool = openPool(url, { max: 3, connectionTimeoutMillis: 1_000, silentMs: 1_200 });
const database = openDatabase(pool);
await sql`create table kept (word text)`.execute(database);

let asleep: number[] = [];
const stall = () => {
	asleep = stopAll(server.pid);
};
const wake = () => {
	wakeAll(asleep);
	asleep = [];
};
/** Waits by another pool until the server answers: the pool under test must then answer the first time. */
async function awake(): Promise<void> {
	wake();
	const other = openPool(url, { max: 1, connectionTimeoutMillis: 30_000 });
	await other.query("select 1").finally(() => other.end());
}
afterEach(wake);
afterAll(async () => {
	wake();
	await pool.end();
	await server.stop();
	rmSync(folder, { recursive: true, force: true });
});

const ask = () => sql<{ word: string }>`select word from kept`.execute(database).then(({ rows }) => rows);
const faultOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

describe("a PostgreSQL that stalls", () => {
	test("ends no question by itself: ours is given up, on a connection that stood and on a new one, and the next is answered once it is back", async () => {
		await ask();
		stall();
		const faults = await Promise.all([faultOf(ask()), faultOf(ask()), faultOf(ask()), faultOf(ask())]);
		for (const fault of faults) {
			expect(isDatabaseAway(fault), String(fault)).toBe(true);
			// By the limits of this pool, and no others.
			expect(String(fault)).toMatch(/for 1200 ms|connection timeout|trying to connect/);
		}
		await awake();
		expect(await ask()).toEqual([]);
	});

	test("in the midst of a transaction leaves nothing of it, and no later statement runs inside it", async () => {
		const cut = database.transaction().execute(async (trx) => {
			await sql`insert into kept values ('cut off')`.execute(trx);
			stall();
			await sql`insert into kept values ('never')`.execute(trx);
		});
		expect(isDatabaseAway(await faultOf(cut))).toBe(true);
		await awake();
		await sql`insert into kept values ('afterwards')`.execute(database);
		const other = openPool(url);
		const { rows } = await other.query("select word from kept");
		await other.end();
		expect(rows).toEqual([{ word: "afterwards" }]);
		await sql`delete from kept`.execute(database);
	});

	test("is told to who asks our API with 503 and when to ask again", async () => {
		const system = { ...systemContext({ database, clock: fixedClock() }), log: createLog("silent", "test") };
		stall();
		const request = new Request("http://desk.test/api/overview");
		const response = await answerRequest(system, { public: true }, () => ask(), request, {});
		expect(response.status).toBe(503);
		expect(response.headers.get("retry-after")).toBe("5");
		expect(problemSchema.parse(await response.json())).toMatchObject({ code: "database_away", retryAfterSeconds: 5 });
		await awake();
		const answer = await answerRequest(system, { public: true }, () => ask(), request, {});
		expect(answer.status).toBe(200);
	});

	test("does not stop a worker's rounds for good", async () => {
		let rounds = 0;
		const going = runPeriodically(createLog("silent", "test"), "round", 20, async () => {
			await ask();
			rounds += 1;
		});
		await expect.poll(() => rounds).toBeGreaterThan(0);
		stall();
		const fault = await faultOf(ask());
		expect(isDatabaseAway(fault)).toBe(true);
		wake();
		const before = rounds;
		await expect.poll(() => rounds, { timeout: 30_000 }).toBeGreaterThan(before + 1);
		await going.stop();
	});
});

describe("a PostgreSQL that is slow", () => {
	test("is not away: who asks is told that it took too long, and not to ask the same again at once", async () => {
		const system = { ...systemContext({ database, clock: fixedClock() }), log: createLog("silent", "test") };
		const request = new Request("http://desk.test/api/payouts?search=koffi");
		const verb = () =>
			database.transaction().execute(async (trx) => {
				await sql`set local statement_timeout = 50`.execute(trx);
				await sql`select pg_sleep(2)`.execute(trx);
			});
		const response = await answerRequest(system, { public: true }, verb, request, {});
		expect([response.status, response.headers.get("retry-after")]).toEqual([503, null]);
		expect(problemSchema.parse(await response.json()).code).toBe("too_slow");
	});

	test("is given the time of a backup or a restore", async () => {
		const client = await pool.connect();
		await client.query("begin");
		await settleForCopying(client);
		const slow = client.query("select 'done' as word from pg_sleep(2.5)");
		expect((await slow).rows).toEqual([{ word: "done" }]);
		await client.query("commit");
		client.release();
	});

	test("is given the time that a transaction asks for", async () => {
		const slow = database.transaction().execute(async (trx) => {
			await sql`set local statement_timeout = '15min'`.execute(trx);
			return sql<{ word: string }>`select 'done' as word from pg_sleep(2.5)`.execute(trx);
		});
		expect((await slow).rows).toEqual([{ word: "done" }]);
	});

	test("is heard piece by piece: a long answer is not silence", async () => {
		const { rows } = await sql`select repeat('x', 20000), pg_sleep(0.02) from generate_series(1, 120)`.execute(
			database,
		);
		expect(rows).toHaveLength(120);
	});
});

test("a server that has become a standby counts as away, and its connection is replaced at once", async () => {
	const single = openPool(url, { max: 1 });
	const written = openDatabase(single);
	const write = () => sql`insert into kept values ('after a failover')`.execute(written);
	try {
		await sql`set session characteristics as transaction read only`.execute(written);
		const fault = await faultOf(write());
		expect(isDatabaseAway(fault), String(fault)).toBe(true);
		// Until then the pool may still hand out the closing connection.
		await expect.poll(() => write().then(() => "written", String)).toBe("written");
	} finally {
		await single.end();
	}
});
