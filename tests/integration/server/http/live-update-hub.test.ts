import { afterEach, describe, expect, test } from "vitest";
import { type LiveUpdate, liveUpdateSchema } from "#lib/contracts/desk-status.ts";
import { createLiveUpdateHub, type LiveUpdateHub } from "#server/http/live-update-hub.ts";
import { createLog } from "#server/log.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database, url, pool } = await createTestDatabase();
const log = createLog("silent", "test");
const hubs: LiveUpdateHub[] = [];

afterEach(async () => {
	for (const hub of hubs.splice(0)) await hub.close();
});

function openHub(address = url): LiveUpdateHub {
	const hub = createLiveUpdateHub(address, log, { firstRetryMs: 5, probeMs: 50 });
	hubs.push(hub);
	return hub;
}

/** Collects the hub's updates; `until` resolves when enough have come. */
function listenTo(hub: LiveUpdateHub) {
	const heard: LiveUpdate[] = [];
	const waiting: (() => void)[] = [];
	const stop = hub.subscribe((update) => {
		heard.push(update);
		for (const look of waiting) look();
	});
	const until = (enough: () => boolean) =>
		new Promise<void>((resolve) => {
			const look = () => enough() && resolve();
			waiting.push(look);
			look();
		});
	return { heard, stop, until };
}

/** Waits until LISTEN works, and discards what it reported before. */
async function stand(...ears: ReturnType<typeof listenTo>[]): Promise<void> {
	await Promise.all(ears.map(({ heard, until }) => until(() => heard.length >= ANYTHING.length)));
	for (const { heard } of ears) heard.splice(0);
}

const listeners = async () => {
	const { rows } = await pool.query(
		"select pid from pg_stat_activity where application_name = 'cauri-changes' and datname = current_database()",
	);
	return rows.map((row: { pid: number }) => row.pid);
};

const ANYTHING = liveUpdateSchema.shape.topic.options.map((topic) => ({ topic, id: null }));

describe("the hub of live updates", () => {
	test("tells every listener each committed update over one connection, and a rolled back one to nobody", async () => {
		const hub = openHub();
		const one = listenTo(hub);
		const two = listenTo(hub);
		await stand(one, two);
		await database.transaction().execute((trx) => publishUpdate(trx, { topic: "payments", id: "p1" }));
		const undone = database.transaction().execute(async (trx) => {
			await publishUpdate(trx, { topic: "payments", id: "never" });
			throw new Error("rolled back");
		});
		await expect(undone).rejects.toThrow("rolled back");
		await publishUpdate(database, { topic: "wallets", id: "XOF" });
		await Promise.all([one, two].map(({ heard, until }) => until(() => heard.length === 2)));
		const expected = [
			{ topic: "payments", id: "p1" },
			{ topic: "wallets", id: "XOF" },
		];
		expect(one.heard).toEqual(expected);
		expect(two.heard).toEqual(expected);
		expect(await listeners()).toHaveLength(1);
	});

	test("says that anything may have changed when it first stands: who came before it heard nothing", async () => {
		const hub = openHub();
		const { heard, until } = listenTo(hub);
		await until(() => heard.length >= ANYTHING.length);
		expect(heard).toEqual(ANYTHING);
	});

	test("passes on nothing that is not an update of ours", async () => {
		const hub = openHub();
		const ear = listenTo(hub);
		const { heard, until } = ear;
		await stand(ear);
		await pool.query("select pg_notify('cauri_changes', $1)", ['{"topic":"evil","id":"<script>"}']);
		await pool.query("select pg_notify('cauri_changes', 'not json')");
		await publishUpdate(database, { topic: "status", id: null });
		await until(() => heard.length > 0);
		expect(heard).toEqual([{ topic: "status", id: null }]);
	});

	test("comes back after its connection was killed, says that anything may have changed, and goes on", async () => {
		const hub = openHub();
		const ear = listenTo(hub);
		const { heard, until } = ear;
		await stand(ear);
		const [pid] = await listeners();
		await pool.query("select pg_terminate_backend($1)", [pid]);
		await until(() => heard.length >= ANYTHING.length);
		expect(heard).toEqual(ANYTHING);
		await publishUpdate(database, { topic: "payments", id: "after" });
		await until(() => heard.some((update) => update.id === "after"));
		expect(await listeners()).toHaveLength(1);
	});

	test("tells nothing more to who left, and closes its connection", async () => {
		const hub = openHub();
		const gone = listenTo(hub);
		const here = listenTo(hub);
		await stand(gone, here);
		gone.stop();
		await publishUpdate(database, { topic: "payments", id: "p2" });
		await here.until(() => here.heard.length === 1);
		expect(gone.heard).toEqual([]);
		await hub.close();
		await expect.poll(listeners).toEqual([]);
	});
});
