/** The mirror of a long list: first import, refresh, and views asked for the first time, each beside what the machine needs at least. */
import { randomBytes } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { createLog } from "#server/log.ts";
import { createService } from "#server/momo/client.ts";
import { type Database, openDatabase, openPool } from "#server/store/database.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { figuresOf } from "#tests/bench/figures.ts";
import { measureViews } from "#tests/bench/measure-views.ts";
import { openListService } from "#tests/bench/open-list-service.ts";
import { addMember, contextFor, systemContext, testConfig } from "#tests/support/contexts.ts";
import { databaseUrl, runAsAdmin } from "#tests/support/database/postgres-server.ts";

const MEGABYTES_A_SECOND = 13;
const REFRESHES = 7;
const currency = "XOF";

export async function measureSync(postgres: { adminUrl: string; template: string }, rows: number): Promise<void> {
	const name = `cauri_bench_${randomBytes(6).toString("hex")}`;
	await runAsAdmin(postgres.adminUrl, `create database ${name} template ${postgres.template}`);
	const pool = openPool(databaseUrl(postgres.adminUrl, name));
	const database = openDatabase(pool);
	const list = await openListService(rows);
	const config = testConfig({ MOMO_BASE_URL: list.baseUrl });
	const service = createService(config, createLog("silent", "bench"));
	const system = systemContext({ database, service, config, clock: { now: () => new Date() } });
	try {
		const least = await measureAll(5, () => receiveAndParse(list.listUrl));
		console.log(`${"a list received and parsed".padEnd(34)}${shownRange(least)}`);
		await list.send(MEGABYTES_A_SECOND);
		await measureFirst(database, () => syncMovements(system, { currency }), list.listUrl);
		await list.send(0);
		const refresh = async () => {
			await list.add(10);
			return timed(() => syncMovements(system, { currency }));
		};
		await refresh();
		const delays = monitorEventLoopDelay({ resolution: 1 });
		const refreshed: number[] = [];
		const bounds: number[] = [];
		delays.enable();
		for (let time = 0; time < REFRESHES; time += 1) refreshed.push(await refresh());
		delays.disable();
		for (let time = 0; time < 3; time += 1) bounds.push(await receiveAndParse(list.listUrl));
		const ratio = medianOf(refreshed) / medianOf([...least, ...bounds]);
		console.log(
			`${"refresh with ten new lines".padEnd(34)}${shownRange(refreshed)} = ${ratio.toFixed(2)} × receive and parse`,
		);
		console.log(`${"  longest stall of the worker".padEnd(34)}${(delays.max / 1e6).toFixed(0)} ms`);
		const equal = await measureAll(3, () => timed(() => syncMovements(system, { currency })));
		console.log(`${"refresh with nothing new".padEnd(34)}${shownRange(equal)}`);
		await measureViews(contextFor(system, await addMember(database, "viewer")), currency, rows);
		await tellSizes(database);
	} finally {
		list.stop();
		await service.close();
		await pool.end();
		await runAsAdmin(postgres.adminUrl, `drop database if exists ${name} with (force)`);
	}
}

/** First rows that a reader sees, against the time in which the whole list is received. */
async function measureFirst(database: Database, sync: () => Promise<unknown>, url: string): Promise<void> {
	const receive = await timed(async () => (await fetch(url)).arrayBuffer());
	const began = performance.now();
	let isOver = false;
	const whole = sync().finally(() => {
		isOver = true;
	});
	let first = Number.NaN;
	while (Number.isNaN(first) && !isOver) {
		const row = await database.selectFrom("movement").select("id").limit(1).executeTakeFirst();
		if (row) first = performance.now() - began;
		else await pause(10);
	}
	await whole;
	const took = performance.now() - began;
	if (Number.isNaN(first)) first = took;
	const share = (ms: number) => `${ms.toFixed(0)} ms = ${(ms / receive).toFixed(2)} × receiving it`;
	console.log(`${`first list at ${MEGABYTES_A_SECOND} MB/s: first rows`.padEnd(34)}${share(first)}`);
	console.log(`${"  the whole".padEnd(34)}${share(took)} (${receive.toFixed(0)} ms)`);
}

async function tellSizes(database: Database): Promise<void> {
	const { rows } = await sql<{ name: string; bytes: string }>`
		select relname as name, pg_relation_size(oid) as bytes from pg_class
		where relname like 'movement%' and relkind in ('r', 'i') and pg_relation_size(oid) > 1000000
		union all select relname || ' with what is long', pg_total_relation_size(oid) from pg_class where relname = 'movement_chunk'
		order by 1`.execute(database);
	for (const { name, bytes } of rows) console.log(`${`  ${name}`.padEnd(44)}${(Number(bytes) / 1e6).toFixed(0)} MB`);
}

async function receiveAndParse(url: string): Promise<number> {
	return timed(async () => {
		const pieces: Uint8Array[] = [];
		for await (const piece of (await fetch(url)).body ?? []) pieces.push(piece);
		JSON.parse(Buffer.concat(pieces).toString());
	});
}

async function timed(what: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await what();
	return performance.now() - began;
}

async function measureAll(times: number, one: () => Promise<number>): Promise<number[]> {
	const taken: number[] = [];
	for (let time = 0; time < times; time += 1) taken.push(await one());
	return taken;
}

function medianOf(taken: readonly number[]): number {
	return figuresOf(taken).medianMs;
}

function shownRange(taken: readonly number[]): string {
	return `${medianOf(taken).toFixed(0)} ms (${Math.min(...taken).toFixed(0)}–${Math.max(...taken).toFixed(0)})`;
}
