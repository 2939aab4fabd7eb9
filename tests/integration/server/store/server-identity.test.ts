import { execFile } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import type { SystemContext } from "#server/context.ts";
import { reportToMismatch } from "#server/continuity/auto-resolve-mismatch.ts";
import { advanceHead, stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { describeMismatch } from "#server/continuity/describe-mismatch.ts";
import { readyResponse } from "#server/http/health.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { findPostgresPlace } from "#server/store/embedded/postgres-place.ts";
import { readHead } from "#server/store/head-file.ts";
import { migrate } from "#server/store/migrate.ts";
import { readReplication, readServerIdentity } from "#server/store/server-identity.ts";
import { systemContext, testConfig } from "#tests/support/contexts.ts";
import { createEmptyDatabase, dropEmptyDatabases } from "#tests/support/database/empty-database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { writeHeartbeatAlone } from "#tests/support/desk/write-heartbeat-alone.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const run = promisify(execFile);
dropEmptyDatabases();
const { database, pool } = await createTestDatabase();

/** Does what a worker's round does. */
async function look(system: SystemContext, workerId = "w"): Promise<void> {
	if (!(await stopIfDatabaseSuspect({ system, workerId }))) await advanceHead(system, workerId);
	await reportToMismatch(system, workerId);
}

/** A system with its own connections, which the test gives up when the server goes. */
function systemOn(url: string, config = testConfig()) {
	const here = openPool(url);
	return { system: systemContext({ database: openDatabase(here), config }), pool: here };
}

test("a standby that was promoted, and then a restore on a server of its own, lack nothing and go on by themselves on real servers", async () => {
	const root = mkdtempSync(join(tmpdir(), "cauri-standby-"));
	chmodSync(root, 0o755);
	const folder = join(root, "postgres");
	const first = await startEmbeddedPostgres(folder);
	onTestFinished(async () => {
		await (await startEmbeddedPostgres(folder)).stop();
		rmSync(root, { recursive: true, force: true });
	});
	const before = systemOn(await first.databaseUrl("cauri"));
	await migrate(before.system.database, before.pool);
	await before.system.database.transaction().execute((trx) =>
		recordAudit(trx, {
			...{ at: new Date(), memberId: null, action: "session.started" },
			...{ subjectKind: "session", subjectId: null },
		}),
	);
	await writeHeartbeatAlone(before.system, "w");
	await look(before.system);
	const { config } = before.system;
	expect(await readHead(config)).toMatchObject({ server: expect.stringMatching(/^\d+$/), timeline: "00000001" });
	await before.pool.end();
	await first.stop();

	const place = await findPostgresPlace(folder);
	const data = join(place.folder, "data");
	writeFileSync(join(data, "standby.signal"), "");
	if (place.account) chownSync(join(data, "standby.signal"), place.account.uid, place.account.gid);
	const standby = await startEmbeddedPostgres(folder);
	const after = systemOn(await standby.databaseUrl("cauri"), config);
	expect((await readyResponse(after.system)).status).toBe(503);
	await run(place.pgCtl, ["promote", "-D", data, "-w"], { ...(place.account ?? {}), cwd: tmpdir() });
	expect((await readyResponse(after.system)).status).toBe(200);
	expect(await readServerIdentity(after.system.database)).toMatchObject({ timeline: "00000002" });
	expect(await stopIfDatabaseSuspect({ system: after.system, workerId: "w" })).toBe(true);
	expect(await describeMismatch(after.system.database)).toMatchObject({ kind: "standby_promoted", heals: true });
	await look(after.system);
	expect(await describeMismatch(after.system.database)).toBeNull();
	expect(await stopIfDatabaseSuspect({ system: after.system, workerId: "w" })).toBe(false);
	expect(await readHead(config)).toMatchObject({ timeline: "00000002", replication: "none" });
	await writeHeartbeatAlone(after.system, "w");
	await advanceHead(after.system, "w");
	const databaseUrl = await standby.databaseUrl("cauri");
	const { path } = await writeBackup({ databaseUrl, folder: temporaryFolder(), version: "0.1.0" });
	await after.pool.end();

	// The suite's own server comes from another initdb.
	const there = await createEmptyDatabase();
	await restoreBackup({ databaseUrl: there.url, path, replace: false, onWait: () => undefined });
	const elsewhere = systemContext({ database: there.database, config });
	expect(await stopIfDatabaseSuspect({ system: elsewhere, workerId: "w-again" })).toBe(true);
	expect(await describeMismatch(there.database)).toMatchObject({ kind: "another_server", heals: true });
	// The program that starts on the new server replaces the one that ended on the old one.
	await writeHeartbeatAlone(elsewhere, "w-again");
	await look(elsewhere, "w-again");
	expect(await describeMismatch(there.database)).toBeNull();
	expect(await stopIfDatabaseSuspect({ system: elsewhere, workerId: "w-again" })).toBe(false);
	const { rows } = await there.pool.query(
		"select details from audit_entry where action = 'setting.database_moved' order by id",
	);
	expect(rows).toMatchObject([{ details: { kind: "standby_promoted" } }, { details: { kind: "another_server" } }]);
}, 60_000);

test("a server that does not tell is not known, and no reason to stop", async () => {
	const role = `cauri_plain_${process.pid}`;
	await sql`revoke execute on function pg_control_system() from public`.execute(database);
	await pool.query(`create role ${role}`);
	onTestFinished(async () => {
		await sql`grant execute on function pg_control_system() to public`.execute(database);
		await pool.query(`drop owned by ${role}; drop role ${role}`);
	});
	await pool.query(`grant select on all tables in schema public to ${role}`);
	const told = await database.connection().execute(async (one) => {
		await sql.raw(`set role ${role}`).execute(one);
		try {
			return await readServerIdentity(one);
		} finally {
			await sql`reset role`.execute(one);
		}
	});
	expect(told).toEqual({ server: null, timeline: expect.stringMatching(/^[0-9A-F]{8}$/) });
});

test("replication is none where no standby is seen, and asynchronous as soon as one could lack a commit", async () => {
	expect(await readReplication(database)).toBe("none");
	const slot = `cauri_slot_${process.pid}`;
	await sql`select pg_create_physical_replication_slot(${slot})`.execute(database);
	try {
		expect(await readReplication(database)).toBe("asynchronous");
	} finally {
		await sql`select pg_drop_replication_slot(${slot})`.execute(database);
	}
});
