import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import type { Service } from "#server/momo/service.ts";
import { acknowledgeDoubt } from "#server/payments/acknowledge-doubt.ts";
import {
	ACKNOWLEDGED_DOUBTS,
	advanceHead,
	DATABASE_DOUBT,
	ENVIRONMENT_IN_USE,
	isDatabaseDoubted,
	readDoubt,
} from "#server/payments/database-doubt.ts";
import { sendPayment } from "#server/payments/send-payment.ts";
import { isSendingStopped } from "#server/payments/sending-stop.ts";
import { Secret } from "#server/secret.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { keepHead, readHead } from "#server/store/head-file.ts";
import { beat } from "#server/worker/heartbeat.ts";
import { runWorker } from "#server/worker/run-worker.ts";
import { contextFor, testConfig } from "#tests/support/contexts.ts";
import { openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { databaseUrl, runAsAdmin } from "#tests/support/postgres-server.ts";

const desk = await openPaymentDesk();
const adminUrl = inject("adminUrl");
const folders: string[] = [];
const closing: (() => Promise<void>)[] = [];

/** A configuration with a data folder of its own: a machine. */
function machine(): Config {
	const { dataDir } = testConfig();
	folders.push(dataDir);
	return { ...desk.system.config, dataDir };
}

/** A machine that has known the database since before the test. */
async function knowing(config: Config = machine()): Promise<Config> {
	await advanceHead({ ...desk.system, config }, "earlier");
	return config;
}

/** A worker of another machine, which knows the database, gives a sign of life. */
async function colleagueBeats(): Promise<void> {
	expect(await isDatabaseDoubted({ ...desk.system, config: await knowing() }, "colleague")).toBe(false);
	await beat(desk.system, "colleague");
}

/** A backup of a database as it is now: a copy that can be opened in its place. */
async function backup(system: SystemContext = desk.system): Promise<string> {
	const name = `cauri_backup_${randomBytes(6).toString("hex")}`;
	const { rows } = await sql<{ source: string }>`select current_database() as source`.execute(system.database);
	const source = rows[0]?.source ?? "";
	await runAsAdmin(
		adminUrl,
		`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${source}' and pid <> pg_backend_pid()`,
	);
	await runAsAdmin(adminUrl, `create database ${name} template ${source}`);
	closing.push(() => runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`));
	return databaseUrl(adminUrl, name);
}

/** The desk on another database, on the machine given. */
function systemOn(url: string, config: Config) {
	const pool = openPool(url);
	closing.unshift(() => pool.end());
	const here = { ...config, databaseUrl: new Secret(url) };
	return { pool, system: { ...desk.system, config: here, database: openDatabase(pool) } satisfies SystemContext };
}

const send = (system: SystemContext, id: string) =>
	sendPayment(system, { paymentId: id, workerId: "w", timing: QUICK });
const stateIn = async ({ database }: SystemContext, id: string) =>
	(await database.selectFrom("payment").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;

/** Yesterday's backup has an approved payout, which was sent since. */
async function sentSinceTheBackup(config: Config) {
	await knowing(config);
	const first = await desk.approved();
	expect(await send({ ...desk.system, config }, first.id)).toBe("sent");
	const payout = await desk.approved();
	const url = await backup();
	expect(await send({ ...desk.system, config }, payout.id)).toBe("sent");
	desk.scripted.requests.length = 0;
	return { payout, ...systemOn(url, config) };
}

beforeEach(async () => {
	await desk.database
		.deleteFrom("setting")
		.where("name", "in", [DATABASE_DOUBT, ACKNOWLEDGED_DOUBTS, ENVIRONMENT_IN_USE])
		.execute();
	await desk.database.deleteFrom("worker").execute();
});
afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
	for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describe("a restored backup", () => {
	test("sends nothing of what was approved in it, and all sending stops", async () => {
		const { payout, system } = await sentSinceTheBackup(machine());
		expect(await send(system, payout.id)).toBe("stopped");
		expect(await stateIn(system, payout.id)).toBe("approved");
		expect(await isSendingStopped(system.database)).toBe(true);
		expect(desk.posts()).toHaveLength(0);
	});

	test("that is put back between the first look and the permit is seen at the last look: the permit is closed unused", async () => {
		const config = await knowing();
		const known = { ...desk.system, config };
		expect(await send(known, (await desk.approved()).id)).toBe("sent");
		const payout = await desk.approved();
		const restored = systemOn(await backup(), config);
		let { database } = known;
		let posts = 0;
		// A slow worker: while it asks for the balance a colleague sends this payout, and then the backup is put back.
		const service: Service = Object.assign(Object.create(known.service) as Service, {
			async readBalance(currency: string) {
				expect(await send(known, payout.id)).toBe("sent");
				posts = desk.posts().length;
				database = restored.system.database;
				return known.service.readBalance(currency);
			},
		});
		const slow: SystemContext = {
			...{ ...known, service },
			get database() {
				return database;
			},
		};
		expect(await send(slow, payout.id)).toBe("sent");
		expect(await stateIn(restored.system, payout.id)).toBe("not_sent");
		expect(desk.posts()).toHaveLength(posts);
	});

	test("sends nothing by a worker that starts on it", async () => {
		const { payout, system, pool } = await sentSinceTheBackup(machine());
		const worker = await runWorker(system, pool);
		await worker.stop();
		expect(await stateIn(system, payout.id)).toBe("approved");
		expect(desk.posts()).toHaveLength(0);
	});

	test("is known as one although it has grown past the head since", async () => {
		const { payout, system } = await sentSinceTheBackup(machine());
		const at = new Date();
		const entries = Array.from({ length: 40 }, (_, n) => ({
			at,
			action: "session.started",
			subject_kind: "session",
			details: "{}",
			previous_hash: `p${n}`,
			hash: `h${n}`,
		}));
		await system.database.insertInto("audit_entry").values(entries).execute();
		expect(await send(system, payout.id)).toBe("stopped");
	});

	test("goes on once an admin acknowledges it; what waited in it may have left and is never sent", async () => {
		const { payout, system } = await sentSinceTheBackup(machine());
		await send(system, payout.id);
		const admin = contextFor(system, desk.admin.member);
		const stopped = await acknowledgeDoubt(admin, { reason: "Disk lost, backup of the night" });
		expect(stopped).toMatchObject({ expired: 0 });
		expect(stopped.mayHaveLeft).toBeGreaterThan(0);
		expect(await stateIn(system, payout.id)).toBe("may_have_left");
		expect(await send(system, payout.id)).toBe("gone");
		expect(await isDatabaseDoubted(system, "w")).toBe(false);
		expect(await isSendingStopped(system.database)).toBe(false);
		expect(desk.posts()).toHaveLength(0);
	});

	test("is asked about again when it is put back a second time", async () => {
		const config = machine();
		const { payout, system } = await sentSinceTheBackup(config);
		await send(system, payout.id);
		const again = await backup(system);
		await acknowledgeDoubt(contextFor(system, desk.admin.member), { reason: "Disk lost, backup of the night" });
		expect(await isDatabaseDoubted(system, "w")).toBe(false);
		const second = systemOn(again, config).system;
		await second.database.deleteFrom("setting").where("name", "=", "database_doubt").execute();
		expect(await isDatabaseDoubted(second, "w")).toBe(true);
	});

	test("is acknowledged by an admin alone, with a reason, and only while there is a doubt", async () => {
		const { payout, system } = await sentSinceTheBackup(machine());
		const [admin, approver] = [desk.admin.member, desk.approver.member].map((member) => contextFor(system, member));
		if (!admin || !approver) throw new Error("no members");
		const reason = "Disk lost, backup of the night";
		await expect(acknowledgeDoubt(admin, { reason })).rejects.toMatchObject({ code: "conflict" });
		await send(system, payout.id);
		await expect(acknowledgeDoubt(approver, { reason })).rejects.toMatchObject({ code: "forbidden" });
		await expect(acknowledgeDoubt(admin, { reason: "short" })).rejects.toMatchObject({ code: "invalid_input" });
	});
});

describe("a machine that does not know the database", () => {
	test("sends nothing when payments were sent from it and nobody else is at work", async () => {
		await desk.database.deleteFrom("worker").execute();
		await desk.database.deleteFrom("attempt").execute();
		await send({ ...desk.system, config: await knowing() }, (await desk.approved()).id);
		const payout = await desk.approved();
		const stranger = { ...desk.system, config: machine() };
		expect(await send(stranger, payout.id)).toBe("stopped");
		await acknowledgeDoubt(desk.admin, { reason: "A new machine, same database" });
		expect(await isDatabaseDoubted(stranger, "w")).toBe(false);
	});

	test("sends when a worker that knows it is seen to live: one more machine, no backup", async () => {
		await colleagueBeats();
		await send({ ...desk.system, config: await knowing() }, (await desk.approved()).id);
		const payout = await desk.approved();
		const system = { ...desk.system, config: machine() };
		const tries = () => sendPayment(system, { paymentId: payout.id, workerId: "new", timing: QUICK });
		expect(await tries()).toBe("stopped");
		expect(await isSendingStopped(desk.database)).toBe(false);
		await colleagueBeats();
		expect(await tries()).toBe("sent");
	});

	test("waits beside the row of a worker that may be dead, and is a doubt when that row stays as it is", async () => {
		await colleagueBeats();
		await send({ ...desk.system, config: await knowing() }, (await desk.approved()).id);
		const payout = await desk.approved();
		const system = { ...desk.system, config: machine() };
		const tries = () => sendPayment(system, { paymentId: payout.id, workerId: "beside", timing: QUICK });
		expect(await tries()).toBe("stopped");
		expect(await tries()).toBe("stopped");
		expect(await isSendingStopped(desk.database)).toBe(false);
		await desk.database
			.updateTable("worker")
			.set({ seen_at: new Date(Date.now() - 60_000) })
			.execute();
		expect(await tries()).toBe("stopped");
		expect((await readDoubt(desk.database))?.kind).toBe("unknown_database");
		expect(desk.posts()).toHaveLength(1);
	});

	test("is not vouched for by another one that is new itself", async () => {
		await send({ ...desk.system, config: await knowing() }, (await desk.approved()).id);
		const payout = await desk.approved();
		const [one, two] = ["one", "two"].map((workerId) => {
			const { pool: _pool, system } = systemOn(desk.url, machine());
			return {
				beat: () => beat(system, workerId),
				send: () => sendPayment(system, { paymentId: payout.id, workerId, timing: QUICK }),
			};
		});
		if (!one || !two) throw new Error("no workers");
		for (let round = 0; round < 3; round += 1) {
			await one.beat();
			await two.beat();
			expect(await one.send()).toBe("stopped");
			expect(await two.send()).toBe("stopped");
		}
		expect(await desk.state(payout.id)).toBe("approved");
	});
});

test("a database of another service sends nothing until an admin acknowledges, and then nothing that was approved for the first", async () => {
	const config = await knowing();
	await send({ ...desk.system, config }, (await desk.approved()).id);
	const payout = await desk.approved();
	const other = { ...desk.system, config: { ...config, environment: "another-service" } };
	expect(await isDatabaseDoubted(other, "w")).toBe(true);
	expect(await send({ ...desk.system, config }, payout.id)).toBe("stopped");
	await acknowledgeDoubt(contextFor(other, desk.admin.member), { reason: "From the sandbox to the real service" });
	expect(await isDatabaseDoubted(other, "w")).toBe(false);
	expect(await desk.state(payout.id)).toBe("expired");
});

describe("the head beside the database", () => {
	test("is on the disk before the POST arrives", async () => {
		const config = await knowing();
		const payout = await desk.approved();
		let known: Awaited<ReturnType<typeof readHead>> = null;
		const usual = desk.script.post;
		desk.script.post = async (...call) => {
			known = await readHead(config);
			return usual(...call);
		};
		expect(await send({ ...desk.system, config }, payout.id)).toBe("sent");
		desk.script.post = usual;
		const { id } = await desk.database
			.selectFrom("audit_entry")
			.select("id")
			.where("subject_id", "=", payout.id)
			.where("action", "=", "payment.sending")
			.executeTakeFirstOrThrow();
		expect(known).toMatchObject({ entry: id });
	});

	test("never goes back, whoever writes and in whatever order", async () => {
		const here = machine();
		const head = (entry: number) => ({ entry: String(entry), hash: `h${entry}`, at: new Date(0).toISOString() });
		const writes = [7, 3, 12, 5, 9].flatMap((entry) => ["a", "b"].map((owner) => keepHead(here, owner, head(entry))));
		await Promise.all(writes);
		expect(await readHead(here)).toMatchObject(head(12));
		await keepHead(here, "c", head(4));
		expect(await readHead(here)).toMatchObject(head(12));
	});

	test("that the disk does not take sends nothing: the payout waits for the disk", async () => {
		const usual = machine();
		await colleagueBeats();
		await writeFile(usual.dataDir, "a file where the folder should be");
		const config = { ...usual, dataDir: join(usual.dataDir, "data") };
		const payout = await desk.approved();
		desk.scripted.requests.length = 0;
		const system = { ...desk.system, config };
		expect(await send(system, payout.id)).toBe("stopped");
		await colleagueBeats();
		await expect(send(system, payout.id)).rejects.toMatchObject({ code: "ENOTDIR" });
		expect(await desk.state(payout.id)).toBe("approved");
		expect(desk.posts()).toHaveLength(0);
	});
});
