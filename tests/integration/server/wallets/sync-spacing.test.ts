import { expect, test } from "vitest";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { requestMovementSync } from "#server/wallets/request-movement-sync.ts";
import { runMovementSync } from "#server/wallets/run-movement-sync.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement, wireWallet } from "#tests/support/wallet/wallet-service.ts";

const { database, pool } = await createTestDatabase();
const maker = await addMember(database, "maker");
const currency = "XOF";

async function freshWallet() {
	const { service, system, clock } = ownWallet(database, [wireMovement()]);
	let streams = 0;
	const stream = service.streamMovements;
	service.streamMovements = (...input) => {
		streams += 1;
		return stream(...input);
	};
	await pool.query("delete from graphile_worker._private_jobs");
	return {
		service,
		system,
		clock,
		streams: () => streams,
		/** As if the last sync had taken so long and ended so long ago. */
		took: (seconds: number, endedSecondsAgo: number) =>
			pool.query(
				`update movement_sync set ended_at = now() - $2 * interval '1 second', began_at = now() - ($1 + $2) * interval '1 second'
				where environment = $3`,
				[seconds, endedSecondsAgo, system.config.environment],
			),
		async jobs() {
			const { rows } = await pool.query(
				`select key, payload, extract(epoch from run_at - now())::float as "inSeconds"
				from graphile_worker._private_jobs order by key`,
			);
			return rows as { key: string; payload: { asked?: boolean; since: string }; inSeconds: number }[];
		},
	};
}

test("a sync that took 40 s is not run again for 200 s; the wish is remembered and run then", async () => {
	const wallet = await freshWallet();
	await runMovementSync(wallet.system, { currency });
	await wallet.took(40, 10);
	expect(await runMovementSync(wallet.system, { currency })).toBeNull();
	expect(await runMovementSync(wallet.system, { currency, asked: true })).toBeNull();
	expect(wallet.streams()).toBe(1);
	const jobs = await wallet.jobs();
	expect(jobs.map(({ key }) => key)).toEqual(["sync_movements:later:XOF", "sync_movements:later_asked:XOF"]);
	for (const { inSeconds } of jobs) {
		expect(inSeconds).toBeGreaterThan(180);
		expect(inSeconds).toBeLessThanOrEqual(190);
	}
	await wallet.took(40, 201);
	expect(await runMovementSync(wallet.system, { currency, ...jobs[0]?.payload })).toMatchObject({ fault: null });
	expect(await runMovementSync(wallet.system, { currency, ...jobs[1]?.payload })).toBeNull();
	expect(wallet.streams()).toBe(2);
});

test("a person who asks within the spacing is told how long it is, and asked once at its end", async () => {
	const wallet = await freshWallet();
	await runMovementSync(wallet.system, { currency });
	await wallet.took(40, 10);
	const context = contextFor(wallet.system, maker);
	for (let times = 0; times < 3; times += 1) {
		const { waitMs } = await requestMovementSync(context, { currency });
		expect(waitMs).toBeGreaterThan(180_000);
		expect(waitMs).toBeLessThanOrEqual(190_000);
	}
	expect(await wallet.jobs()).toHaveLength(1);
	await wallet.took(0.1, 10);
	expect((await requestMovementSync(context, { currency })).waitMs).toBe(0);
});

test("a spacing is an hour at most, and a sync that failed makes none", async () => {
	const wallet = await freshWallet();
	await runMovementSync(wallet.system, { currency });
	await wallet.took(900, 3_601);
	expect(await runMovementSync(wallet.system, { currency })).toMatchObject({ seen: 1 });
});

test("one that met a running sync is remembered and run after it, not dropped", async () => {
	const wallet = await freshWallet();
	const { promise: gate, resolve: open } = Promise.withResolvers<void>();
	const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
	const stream = wallet.service.streamMovements;
	wallet.service.streamMovements = async function* (...input) {
		reach();
		await gate;
		yield* stream(...input);
	};
	const first = runMovementSync(wallet.system, { currency });
	await reached;
	expect(await runMovementSync(wallet.system, { currency, asked: true })).toBeNull();
	open();
	await first;
	const [job] = await wallet.jobs();
	expect(job).toMatchObject({ key: "sync_movements:later_asked:XOF", payload: { currency, asked: true } });
	await wallet.took(0, 60);
	expect(await runMovementSync(wallet.system, { currency, ...job?.payload })).toMatchObject({ fault: null });
	expect(wallet.streams()).toBe(2);
});

test("a list of many bytes lets the next one wait a few minutes, unless somebody asks", async () => {
	const wallet = await freshWallet();
	wallet.service.bytes = 4_400_000;
	await runMovementSync(wallet.system, { currency });
	await wallet.took(1, 10);
	expect(await runMovementSync(wallet.system, { currency })).toBeNull();
	const [job] = await wallet.jobs();
	expect(job?.inSeconds).toBeGreaterThan(900);
	expect(job?.inSeconds).toBeLessThan(960);
	expect(await runMovementSync(wallet.system, { currency, asked: true })).toMatchObject({ seen: 1 });
});

test("while the balance stands still the schedule asks once an hour, and then only whether the list has changed", async () => {
	const wallet = await freshWallet();
	const { service, system } = wallet;
	service.etag = '"v1"';
	const balance = (text: string) => {
		wallet.clock.advance(1_000);
		service.balance = async () => wireWallet({ balance: text });
		return keepBalance(system, { currency });
	};
	await balance("1.00");
	expect(await runMovementSync(system, { currency, regular: true })).toMatchObject({ seen: 1 });
	await balance("1.00");
	await wallet.took(0, 300);
	expect(await runMovementSync(system, { currency, regular: true })).toBeNull();
	expect([wallet.streams(), await wallet.jobs()]).toEqual([1, []]);
	await wallet.took(0, 3_601);
	expect(await runMovementSync(system, { currency, regular: true })).toMatchObject({ seen: 1, added: 0, fault: null });
	expect([wallet.streams(), service.conditional]).toEqual([2, 1]);
	// After a payment has ended, a sync may ask at any time.
	await balance("1.00");
	await wallet.took(0, 60);
	expect(await runMovementSync(system, { currency })).toMatchObject({ seen: 1 });
	// An ETag that the service keeps although money moved is not sent again.
	await balance("2.00");
	await wallet.took(0, 60);
	service.lines = [wireMovement(), wireMovement({ amount: "7.00" })];
	expect(await runMovementSync(system, { currency, regular: true })).toMatchObject({ seen: 2, added: 1 });
	expect(service.conditional).toBe(2);
});

test("after a list that lacks a line the schedule asks again at once, although the balance stands still", async () => {
	const wallet = await freshWallet();
	const { service, system } = wallet;
	const sync = async () => {
		wallet.clock.advance(1_000);
		await keepBalance(system, { currency });
		const result = await runMovementSync(system, { currency, regular: true });
		wallet.clock.advance(1_000);
		await keepBalance(system, { currency });
		await wallet.took(0, 300);
		return result;
	};
	// A list says nothing of lines that are older than all of it.
	const oldest = wireMovement({ created_at: "2026-03-09T11:00:00.000Z" });
	service.lines = [oldest, wireMovement()];
	expect(await sync()).toMatchObject({ seen: 2 });
	await wallet.took(0, 3_601);
	service.lines = [oldest, wireMovement({ amount: "5500.00" })];
	expect(await sync()).toMatchObject({ seen: 2, added: 1 });
	expect(await sync()).toMatchObject({ seen: 2, added: 0 });
	expect(await sync()).toBeNull();
	const { environment } = system.config;
	const lines = database.selectFrom("movement").select("amount").where("environment", "=", environment);
	expect(await lines.where("withdrawn_at", "is not", null).execute()).toEqual([{ amount: "1000.00" }]);
});
