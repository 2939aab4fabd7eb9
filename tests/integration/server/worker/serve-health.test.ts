import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { serveHealth } from "#server/worker/serve-health.ts";
import { fixedClock, noService, testConfig } from "#tests/support/contexts.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk({}, fixedClock(new Date()));
const { database } = desk;
const TOKEN = "a-token-of-the-tests";

interface Options {
	host?: string;
	token?: string;
	lastHeartbeat?: () => number | null;
	database?: typeof database;
	isCircuitOpen?: () => boolean;
}

async function health({ host = "127.0.0.1", token, ...options }: Options = {}) {
	const { lastHeartbeat = () => null, isCircuitOpen = () => false } = options;
	const config = { ...testConfig(token ? { METRICS_TOKEN: token } : {}), environment: desk.system.config.environment };
	const service = { ...noService(), isCircuitOpen };
	const system = { database: options.database ?? database, config, service };
	const [server] = await serveHealth({ system, host, port: 0, lastHeartbeat });
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	return async (path: string, headers: Record<string, string> = {}) => {
		const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
		return { status: response.status, text: await response.text() };
	};
}

test("a worker is alive before it is ready, and ready while its heartbeat is young", async () => {
	const beat = { at: null as number | null };
	const ask = await health({ lastHeartbeat: () => beat.at });
	expect((await ask("/healthz")).status).toBe(200);
	expect((await ask("/readyz")).status).toBe(503);
	beat.at = performance.now();
	expect((await ask("/readyz")).status).toBe(200);
	beat.at = performance.now() - 60_000;
	expect((await ask("/readyz")).status).toBe(503);
	expect((await ask("/anything")).status).toBe(404);
});

test("at HOST=localhost it answers at both addresses of this machine, as the desk does", async () => {
	const system = { database, config: testConfig(), service: noService() };
	const servers = await serveHealth({ system, host: "localhost", port: 0, lastHeartbeat: () => null });
	onTestFinished(() => {
		for (const server of servers) server.close();
	});
	const { port } = servers[0].address() as AddressInfo;
	const answers = await Promise.all(
		["127.0.0.1", "[::1]"].map((address) => fetch(`http://${address}:${port}/healthz`).then(({ status }) => status)),
	);
	expect(answers).toEqual([200, 200]);
});

test("metrics name what waits, why it waits and how old each reading is, and no person, number or amount", async () => {
	const payout = await desk.approved(newPayout());
	await sql`insert into setting (name, value, changed_at) values ('sending_stopped', '{}', now()), (${DATABASE_MISMATCH}, '{}', now())
		on conflict do nothing`.execute(database);
	const ask = await health();
	const { status, text } = await ask("/metrics");
	expect(status).toBe(200);
	expect(text).toContain("cauri_database_up 1");
	expect(text).toMatch(/^cauri_payouts_waiting [1-9]/m);
	expect(text).toContain('cauri_sending_stopped{reason="sending_stopped",currency=""} 1');
	expect(text).toContain('cauri_sending_stopped{reason="database_mismatch",currency=""} 1');
	expect(text).toContain('cauri_payments_in_doubt{state="unknown"} 0');
	expect(text).toContain('cauri_lanes{currency="XOF"} 1');
	expect(text).toMatch(/^cauri_replication\{kind="none"\} 1/m);
	expect(text).not.toContain(String(payout));
	expect(text).not.toMatch(/\+225|45000/);
});

test("a payout that was approved a moment ago, or rests until tomorrow, is not one that has waited for hours", async () => {
	const { id } = await desk.approved(newPayout());
	const oldest = async () =>
		Number((await (await health())("/metrics")).text.match(/^cauri_payout_oldest_seconds (.+)$/m)?.[1]);
	await updateRows(database, "payment", { id }, { created_at: sql<Date>`now() - interval '3 hours'` });
	expect(await oldest()).toBeLessThan(600);
	const events = (at: string) =>
		asOwner(database, (trx) => sql`update payment_event set at = now() - ${at}::interval`.execute(trx));
	await events("2 hours");
	expect(await oldest()).toBeGreaterThan(7_000);
	await updateRows(database, "payment", {}, { waits_until: sql<Date>`now() + interval '1 day'` });
	expect(await oldest()).toBe(0);
});

test("metrics name a wallet that is to be read, and none that left WALLET_CURRENCIES or is another account's", async () => {
	await openGaps(desk.system, "start", ["XOF", "GNF"]);
	await openGaps({ ...desk.system, config: { ...desk.system.config, environment: "another" } }, "start", ["XAF"]);
	const { text } = await (await health())("/metrics");
	const named = text.match(/(?<=reason="wallet_unproved",currency=")[A-Z]+/g);
	expect(named).toEqual(["XOF"]);
	await database.deleteFrom("continuity_gap").execute();
});

test("metrics count the day's payouts to numbers that were never paid, whether they rest or left", async () => {
	await asOwner(database, (trx) =>
		trx.deleteFrom("setting").where("name", "in", ["sending_stopped", DATABASE_MISMATCH]).execute(),
	);
	const ask = await health();
	const count = async () => Number(/^cauri_payouts_to_new_numbers (\d+)/m.exec((await ask("/metrics")).text)?.[1]);
	const before = await count();
	const known = await desk.sent();
	desk.clock.advance(1_000);
	const [first, , third] = [await desk.requested(), await desk.approved(), await desk.approved()];
	await desk.requested({ destination: known.destination ?? "", amount: "17" });
	expect(await count()).toBe(before + 4);
	await database.updateTable("payment").set({ state: "cancelled" }).where("id", "=", third.id).execute();
	await updateRows(database, "payment", { id: first.id }, { created_at: sql<Date>`now() - interval '25 hours'` });
	expect(await count()).toBe(before + 2);
});

test("beyond this machine metrics want the token; without one nobody reads them there", async () => {
	const guarded = await health({ host: "0.0.0.0", token: TOKEN });
	expect((await guarded("/metrics")).status).toBe(401);
	expect((await guarded("/metrics", { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
	const open = await health({ host: "0.0.0.0" });
	expect((await open("/metrics")).status).toBe(401);
	expect((await open("/healthz")).status).toBe(200);
});

test("the worker's circuit to the service is in its metrics, open or closed", async () => {
	const circuit = { isOpen: false };
	const ask = await health({ isCircuitOpen: () => circuit.isOpen });
	expect((await ask("/metrics")).text).toMatch(/^cauri_service_resting 0/m);
	circuit.isOpen = true;
	expect((await ask("/metrics")).text).toMatch(/^cauri_service_resting 1/m);
});

test("without its database the worker says so instead of showing old figures", async () => {
	const pool = openPool("postgres://cauri@127.0.0.1:9/none");
	onTestFinished(() => pool.end());
	const ask = await health({ database: openDatabase(pool) });
	const { text } = await ask("/metrics");
	expect(text).toContain("cauri_database_up 0");
	expect(text).not.toContain("cauri_payouts_waiting");
});
