import pg from "pg";
import { expect, test } from "vitest";
import { ServiceError } from "#server/errors.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import { UPDATES_CHANNEL } from "#server/store/live-updates.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findRow } from "#tests/support/rows/rows.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const { database, url } = await createTestDatabase();
const currency = "XOF";

async function mirrorOf(environment: string): Promise<string[]> {
	const rows = await database.selectFrom("movement").selectAll().where("environment", "=", environment).execute();
	return rows.map((row) => [row.type, row.amount, row.fee, row.created_at.toISOString()].join(" ")).sort();
}

function textOf(line: WireMovement): string {
	return [line.movement_type, line.amount, line.fee_amount, new Date(line.created_at).toISOString()].join(" ");
}

function syncRow(environment: string) {
	return findRow(database, "movement_sync", { environment });
}

test("a stream that breaks off leaves the mirror as it was, and the fault is remembered until the next good one", async () => {
	const { service, system } = ownWallet(database);
	service.lines = [wireMovement()];
	await syncMovements(system, { currency });
	service.lines = [wireMovement({ amount: "7.00" }), new ServiceError("unknown", "broken_off")];
	expect(await syncMovements(system, { currency })).toEqual({ seen: 0, added: 0, fault: "service_unreachable" });
	expect(await mirrorOf(system.config.environment)).toEqual([textOf(wireMovement())]);
	expect(await syncRow(system.config.environment)).toMatchObject({ fault: "service_unreachable", mirror_rows: 1 });
	service.lines = [wireMovement()];
	await syncMovements(system, { currency });
	expect((await syncRow(system.config.environment)).fault).toBeNull();
});

test("a line of another currency is set aside, and an array of nothing else refused whole", async () => {
	const { service, system } = ownWallet(database);
	const foreign = wireMovement({ currency_code: "XAF" });
	service.lines = [foreign];
	expect(await syncMovements(system, { currency })).toMatchObject({ added: 0, fault: "service_unreadable" });
	expect(await mirrorOf(system.config.environment)).toEqual([]);
	service.lines = [wireMovement(), foreign];
	expect(await syncMovements(system, { currency })).toMatchObject({ added: 1, fault: null });
	expect(await mirrorOf(system.config.environment)).toEqual([textOf(wireMovement())]);
	expect(await syncRow(system.config.environment)).toMatchObject({ unreadable_lines: 1 });
});

test("a second sync of the same wallet returns at once while the first is under way", async () => {
	const { service, system } = ownWallet(database);
	const { promise: gate, resolve: open } = Promise.withResolvers<void>();
	const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
	service.streamMovements = async function* () {
		reach();
		await gate;
		yield { digest: "one", lines: [wireMovement()] };
	};
	const first = syncMovements(system, { currency });
	await reached;
	expect(await syncMovements(system, { currency })).toBeNull();
	open();
	expect(await first).toMatchObject({ added: 1 });
	expect(await syncMovements(system, { currency })).toMatchObject({ added: 0, seen: 1 });
});

test("microseconds and zones of the service's times survive; a currency that is not configured is not asked for", async () => {
	const { service, system } = ownWallet(database);
	service.lines = [
		wireMovement({ created_at: "2026-03-01T00:00:00.000001Z" }),
		wireMovement({ created_at: "2026-03-01T02:00:00.000002+02:00" }),
	];
	expect(await syncMovements(system, { currency })).toMatchObject({ added: 2 });
	expect(await syncMovements(system, { currency })).toMatchObject({ added: 0 });
	expect(await syncMovements(system, { currency: "EUR" })).toBeNull();
});

test("a change is told when lines are new or somebody asked, not when nothing is new", async () => {
	const listener = new pg.Client({ connectionString: url });
	await listener.connect();
	try {
		const heard: string[] = [];
		listener.on("notification", ({ payload = "" }) => void heard.push(payload));
		await listener.query(`listen ${UPDATES_CHANNEL}`);
		const { service, system } = ownWallet(database);
		const told = async (asked: boolean) => {
			heard.length = 0;
			await syncMovements(system, { currency, asked });
			// A statement's answer comes after the notifications sent before it.
			await listener.query("select 1");
			return heard.map((payload): unknown => JSON.parse(payload));
		};
		const change = { topic: "movements", id: currency };
		service.lines = [wireMovement()];
		expect(await told(false)).toEqual([change]);
		expect(await told(false)).toEqual([]);
		expect(await told(true)).toEqual([change]);
		service.lines = [];
		expect(await told(false)).toEqual([change]);
	} finally {
		await listener.end();
	}
});

test("30,000 lines are mirrored; a body equal to the last one writes nothing, not even where lines wait for their merge; and 10 new lines are found among them again", async () => {
	const { service, system } = ownWallet(database);
	let inserts = 0;
	const counted = database.withPlugin({
		transformQuery({ node }) {
			if (node.kind === "RawNode" && node.sqlFragments.some((text) => text.includes("insert into "))) inserts += 1;
			return node;
		},
		transformResult: async ({ result }) => result,
	});
	const lines = manyLines(30_000);
	service.lines = lines;
	const whole = { seen: 30_000, added: 30_000, fault: null };
	expect(await syncMovements({ ...system, database: counted }, { currency })).toEqual(whole);
	expect(inserts).toBeGreaterThan(18);
	inserts = 0;
	expect(await syncMovements({ ...system, database: counted }, { currency })).toMatchObject({
		seen: 30_000,
		added: 0,
	});
	expect(inserts).toBe(0);
	expect(service.linesRead).toBe(0);
	service.lines = [...lines.slice(0, 10), ...lines].reverse();
	expect(await syncMovements(system, { currency })).toEqual({ seen: 30_010, added: 10, fault: null });
});

function manyLines(count: number): WireMovement[] {
	const start = Date.parse("2026-01-01T00:00:00Z");
	return Array.from({ length: count }, (_, index) =>
		wireMovement({
			movement_type: index % 3 === 0 ? "deposit" : "withdrawal",
			amount: `${1_000 + (index % 977)}.00`,
			created_at: new Date(start + index * 60_000).toISOString(),
		}),
	);
}
