/** Machines with their own data folders, database backups to restore, and desks on any of them. */
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, expect, inject } from "vitest";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import {
	ACKNOWLEDGED_MISMATCHES,
	advanceHead,
	DATABASE_MISMATCH,
	stopIfDatabaseSuspect,
} from "#server/continuity/database-mismatch.ts";
import { ENVIRONMENT_IN_USE } from "#server/continuity/environment-in-use.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { Secret } from "#server/secret.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { testConfig } from "#tests/support/contexts.ts";
import { copyDatabase, databaseUrl, runAsAdmin } from "#tests/support/database/postgres-server.ts";
import { writeHeartbeatAlone } from "#tests/support/desk/write-heartbeat-alone.ts";
import { openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";

/** Registers the clean-up of databases and folders, and clears every mismatch before each test. */
export async function openMachines() {
	const desk = await openPaymentDesk();
	const adminUrl = inject("adminUrl");
	const folders: string[] = [];
	const closing: (() => Promise<void>)[] = [];

	function machine(): Config {
		const { dataDir } = testConfig();
		folders.push(dataDir);
		return { ...desk.system.config, dataDir };
	}

	/** A machine that knew the database before the test. */
	async function knowing(config: Config = machine()): Promise<Config> {
		await advanceHead({ ...desk.system, config }, "earlier");
		return config;
	}

	/** Writes the heartbeat of another machine's worker, which knows the database. */
	async function colleagueBeats(): Promise<void> {
		const system = { ...desk.system, config: await knowing() };
		expect(await stopIfDatabaseSuspect({ system, workerId: "colleague" })).toBe(false);
		await writeHeartbeatAlone(desk.system, "colleague");
	}

	/** Copies a database as it is now; the copy can replace it. */
	async function backup(system: SystemContext = desk.system): Promise<string> {
		const { rows } = await sql<{ source: string }>`select current_database() as source`.execute(system.database);
		const name = await copyDatabase(adminUrl, rows[0]?.source ?? "");
		closing.push(() => runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`));
		return databaseUrl(adminUrl, name);
	}

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

	/** The backup has an approved payout that was sent afterwards. */
	async function sentSinceTheBackup(config: Config) {
		await knowing(config);
		const first = await desk.approved();
		expect(await send({ ...desk.system, config }, first.id)).toBe("attempted");
		const payout = await desk.approved();
		const url = await backup();
		expect(await send({ ...desk.system, config }, payout.id)).toBe("attempted");
		desk.scripted.requests.length = 0;
		return { payout, ...systemOn(url, config) };
	}

	beforeEach(async () => {
		await asOwner(desk.database, (trx) =>
			trx
				.deleteFrom("setting")
				.where("name", "in", [DATABASE_MISMATCH, ACKNOWLEDGED_MISMATCHES, ENVIRONMENT_IN_USE])
				.execute(),
		);
		await desk.database.deleteFrom("worker").execute();
	});
	afterEach(async () => {
		for (const close of closing.splice(0)) await close();
	});
	afterAll(async () => {
		for (const folder of folders) await rm(folder, { recursive: true, force: true });
	});
	return { desk, machine, knowing, colleagueBeats, backup, systemOn, send, stateIn, sentSinceTheBackup };
}
