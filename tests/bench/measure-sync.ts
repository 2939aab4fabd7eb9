/** The mirror of a long list: first import, refresh and first views, each compared with the machine's minimum. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createLog } from "#server/log.ts";
import { createService } from "#server/momo/client.ts";
import { type Database, openDatabase, openPool } from "#server/store/database.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { timed } from "#tests/bench/figures.ts";
import { medianOf } from "#tests/bench/line.ts";
import { measureViews } from "#tests/bench/measure-views.ts";
import { openListService } from "#tests/bench/open-list-service.ts";
import { addMember, contextFor, systemContext, testConfig } from "#tests/support/contexts.ts";
import { databaseUrl, runAsAdmin } from "#tests/support/database/postgres-server.ts";

const MEGABYTES_A_SECOND = 13;
const REFRESHES = 7;
const currency = "XOF";

/**
 * `firstRows`: first visible rows, and `wholeImport`: the whole list, each ÷ the time to receive the list. `refreshes`: with ten
 * new lines ÷ receiving and parsing the list; `unchanged`: with nothing new.
 */
export async function measureSync(postgres: { adminUrl: string; template: string }, rows: number) {
	const name = `cauri_bench_${randomBytes(6).toString("hex")}`;
	await runAsAdmin(postgres.adminUrl, `create database ${name} template ${postgres.template}`);
	const pool = openPool(databaseUrl(postgres.adminUrl, name));
	const database = openDatabase(pool);
	const list = await openListService(rows);
	const config = testConfig({ MOMO_BASE_URL: list.baseUrl });
	const service = createService(config, createLog("silent", "bench"));
	const system = systemContext({ database, service, config, clock: { now: () => new Date() } });
	const sync = () => timed(() => syncMovements(system, { currency }));
	try {
		const least = await measureAll(5, () => receiveAndParse(list.listUrl));
		await list.send(MEGABYTES_A_SECOND);
		const first = await measureFirst(database, () => syncMovements(system, { currency }), list.listUrl);
		await list.send(0);
		const refresh = async () => {
			await list.add(10);
			return sync();
		};
		await refresh();
		const refreshed = await measureAll(REFRESHES, refresh);
		const bounds = await measureAll(3, () => receiveAndParse(list.listUrl));
		const bound = medianOf([...least, ...bounds]);
		const unchanged = await measureAll(3, sync);
		const views = await measureViews(contextFor(system, await addMember(database, "viewer")), currency, rows);
		return {
			...first,
			refreshes: refreshed.map((ms) => ms / bound),
			unchanged: unchanged.map((ms) => ms / bound),
			views,
		};
	} finally {
		list.stop();
		await service.close();
		await pool.end();
		await runAsAdmin(postgres.adminUrl, `drop database if exists ${name} with (force)`);
	}
}

async function measureFirst(
	database: Database,
	sync: () => Promise<unknown>,
	url: string,
): Promise<{ firstRows: number; wholeImport: number }> {
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
	return { firstRows: (Number.isNaN(first) ? took : first) / receive, wholeImport: took / receive };
}

async function receiveAndParse(url: string): Promise<number> {
	return timed(async () => {
		const pieces: Uint8Array[] = [];
		for await (const piece of (await fetch(url)).body ?? []) pieces.push(piece);
		JSON.parse(Buffer.concat(pieces).toString());
	});
}

async function measureAll(times: number, one: () => Promise<number>): Promise<number[]> {
	const taken: number[] = [];
	for (let time = 0; time < times; time += 1) taken.push(await one());
	return taken;
}
