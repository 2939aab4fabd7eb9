import { execFile } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { isDatabaseDoubted, readDoubt, readNewest } from "#server/payments/stop/database-doubt.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded-postgres.ts";
import { readHead } from "#server/store/head-file.ts";
import { migrate } from "#server/store/migrate.ts";
import { findPostgresPlace } from "#server/store/postgres-place.ts";
import { readReplication, readServerIdentity } from "#server/store/server-identity.ts";
import { systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const run = promisify(execFile);
const { database, pool } = await createTestDatabase();

/** A system on a database of its own connections, which the test gives up when the server goes. */
function systemOn(url: string, config = testConfig()) {
	const here = openPool(url);
	return { system: systemContext({ database: openDatabase(here), config }), pool: here };
}

test("a standby that was promoted, and then a server of its own with the same record, are doubts on real servers", async () => {
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
	expect(await isDatabaseDoubted(before.system, "w")).toBe(false);
	const { config } = before.system;
	expect(await readHead(config)).toMatchObject({ server: expect.stringMatching(/^\d+$/), timeline: "00000001" });
	await before.pool.end();
	await first.stop();

	const place = await findPostgresPlace(folder);
	const data = join(place.folder, "data");
	writeFileSync(join(data, "standby.signal"), "");
	if (place.account) chownSync(join(data, "standby.signal"), place.account.uid, place.account.gid);
	const standby = await startEmbeddedPostgres(folder);
	await run(place.pgCtl, ["promote", "-D", data, "-w"], { ...(place.account ?? {}), cwd: tmpdir() });
	const after = systemOn(await standby.databaseUrl("cauri"), config);
	expect(await readServerIdentity(after.system.database)).toMatchObject({ timeline: "00000002" });
	expect(await isDatabaseDoubted(after.system, "w")).toBe(true);
	expect((await readDoubt(after.system.database))?.kind).toBe("standby_promoted");
	await after.pool.end();

	// The suite's own server, to which the record was brought: the same entry, another initdb.
	const known = await readHead(config);
	await sql`insert into audit_entry (id, at, action, subject_kind, details, previous_hash, hash) overriding system value
		values (${known?.entry}, now(), 'session.started', 'session', '{}', '0', ${known?.hash})`.execute(database);
	await sql`select setval(pg_get_serial_sequence('audit_entry', 'id'), 1000)`.execute(database);
	const elsewhere = systemContext({ database, config });
	expect(await isDatabaseDoubted(elsewhere, "w")).toBe(true);
	expect((await readDoubt(database))?.kind).toBe("another_server");
	expect(await readNewest(database)).not.toBeNull();
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
