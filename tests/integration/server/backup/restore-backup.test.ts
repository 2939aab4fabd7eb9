import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { predictMismatch } from "#server/backup/predict-mismatch.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { advanceHead, stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { describeMismatch } from "#server/continuity/describe-mismatch.ts";
import { startDeposit } from "#server/payments/request/start-deposit.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { openPool } from "#server/store/database.ts";
import { readHead } from "#server/store/head-file.ts";
import { applySqlFiles, migrate } from "#server/store/migrate.ts";
import { DESK_MIGRATIONS, readMigrationFiles } from "#server/store/schema-version.ts";
import { repackBackup } from "#tests/integration/server/backup/repack-backup.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { createEmptyDatabase, dropEmptyDatabases } from "#tests/support/database/empty-database.ts";
import { readAllRows } from "#tests/support/database/table-rows.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { acknowledge } from "#tests/support/desk/acknowledge.ts";
import { DEPOSIT_INPUT, openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

dropEmptyDatabases();
const desk = await openPaymentDesk();
const NOTHING = { replace: false, onWait: () => undefined };

const backUp = async (databaseUrl = desk.url) =>
	(await writeBackup({ databaseUrl, folder: temporaryFolder(), version: "0.1.0" })).path;
const restore = (there: TestDatabase, path: string, options: { replace?: boolean; onWait?: () => void } = {}) =>
	restoreBackup({ ...NOTHING, ...options, databaseUrl: there.url, path });
const send = (system: typeof desk.system, id: string) =>
	sendPayment(system, { paymentId: id, workerId: "w", timing: QUICK });

beforeAll(async () => {
	const payout = await desk.approved();
	expect(await send(desk.system, payout.id)).toBe("attempted");
});

test("an account that may not create tables is told so, and not that a transaction is aborted", async () => {
	const path = await backUp();
	const { pool, url } = await createEmptyDatabase();
	const guest = new URL(url);
	guest.username = `guest_${randomBytes(6).toString("hex")}`;
	guest.password = "of-the-tests";
	await pool.query(`create role ${guest.username} login password '${guest.password}'`);
	onTestFinished(async () => void (await pool.query(`drop owned by ${guest.username}; drop role ${guest.username}`)));
	const refused = async () =>
		expect(restoreBackup({ ...NOTHING, databaseUrl: guest.href, path })).rejects.toThrow(
			"This account may not create tables in this database",
		);
	await refused();
	// The job queue has its own schema, which is created after the commit.
	await pool.query(`grant usage, create on schema public to ${guest.username}`);
	await refused();
	expect((await pool.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
});

test("what fails after the commit is not said to have left the database unchanged", async () => {
	const path = await backUp();
	const there = await createEmptyDatabase();
	await there.pool.query(`create function refuse() returns event_trigger language plpgsql as $$ begin raise 'no schema'; end $$;
		create event trigger refuse on ddl_command_start when tag in ('CREATE SCHEMA') execute function refuse()`);
	await expect(restore(there, path)).rejects.toThrow("The backup is restored, but what follows failed: no schema. Run");
});

describe("a desk that was put back", () => {
	test("sends nothing of what waited in the backup and left since, and the one who put it back is told", async () => {
		const payout = await desk.approved();
		const path = await backUp();
		desk.scripted.requests.length = 0;
		expect(await send(desk.system, payout.id)).toBe("attempted");
		await advanceHead(desk.system, "w");
		const known = await readHead(desk.system.config);

		const there = await createEmptyDatabase();
		await restore(there, path);
		// This machine knows newer entries, and keeps them.
		expect(await readHead(desk.system.config)).toEqual(known);
		const predicted = await predictMismatch(there.database, desk.system.config);
		expect(predicted).toMatchObject({ kind: "restored_backup", known });

		const system = { ...desk.system, database: there.database };
		expect(await stopIfDatabaseSuspect({ system, workerId: "w" })).toBe(true);
		expect((await describeMismatch(there.database))?.kind).toBe("restored_backup");
		expect(await send(system, payout.id)).toBe("database_mismatch");
		await acknowledge(contextFor(system, desk.admin.member), "Yesterday's backup was put back");
		await send(system, payout.id);
		expect(desk.posts()).toHaveLength(1);
		const { rows } = await there.pool.query("select state from payment where id = $1", [payout.id]);
		expect(rows).toEqual([{ state: "may_have_left" }]);
	});

	test("has nobody signed in who was signed out since, no old job, and gives no number twice", async () => {
		await desk.pool.query(
			"insert into session (id_hash, member_id, created_at, last_seen_at) values ('stolen', $1, now(), now())",
			[desk.maker.member.id],
		);
		const path = await backUp();
		const there = await createEmptyDatabase();
		await restore(there, path);
		expect((await there.pool.query("select id_hash from session where ended_at is null")).rows).toEqual([]);
		expect((await there.pool.query("select id from graphile_worker._private_jobs")).rows).toEqual([]);
		const last = async ({ pool }: { pool: TestDatabase["pool"] }) =>
			Number((await pool.query("select max(id) as id from payment_event")).rows[0].id);
		const system = { ...desk.system, database: there.database };
		const before = await last(desk);
		await startDeposit(contextFor(system, desk.maker.member), DEPOSIT_INPUT, desk.key());
		expect(await last(there)).toBeGreaterThan(before);
		const guarded = sql`update audit_entry set action = 'other'`.execute(there.database);
		await expect(guarded).rejects.toThrow("append-only");
	});
});

describe("a database that is not empty", () => {
	test("is left alone; only --replace replaces it, and then nothing of it is left", async () => {
		const path = await backUp();
		const there = await createEmptyDatabase();
		await restore(there, path);
		await there.pool.query(
			"insert into operator select 'left-over', name, country, currency, flow, prefixes, dial_code, window_minutes, enabled from operator limit 1",
		);
		await there.pool.query("create table not_ours as select 1 as one");
		const before = await readAllRows(there.pool);
		await expect(restore(there, path)).rejects.toThrow(/This database is not empty .*--replace/);
		expect(await readAllRows(there.pool)).toEqual(before);
		await restore(there, path, { replace: true });
		expect((await there.pool.query("select code from operator where code = 'left-over'")).rows).toEqual([]);
		expect((await there.pool.query("select one from not_ours")).rows).toEqual([{ one: 1 }]);
	});

	test("that was only brought level counts as empty, unless a program of Cauri runs on it; one that ended a moment ago is waited for, and a connection that a pooler keeps is none", async () => {
		const path = await backUp();
		const there = await createEmptyDatabase();
		await migrate(there.database, there.pool);
		const kept = openPool(there.url, { application_name: "cauri-web", max: 1 });
		onTestFinished(() => kept.end());
		await kept.query("select 1");
		const sign = (id: string, from: string) =>
			there.pool.query(
				`insert into program (id, kind, machine, version, currencies, session_password, started_at, seen_at)
				values ($1, 'web', 'bouake', '0.1.0', 'XOF', '', now(), clock_timestamp() + $2::interval)
				on conflict (id) do update set seen_at = excluded.seen_at`,
				[id, from],
			);
		await sign("w", "0 s");
		let beat: Promise<unknown> = Promise.resolve();
		const beating = setInterval(() => {
			beat = beat.then(() => sign("w", "0 s")).catch(() => undefined);
		}, 100);
		onTestFinished(() => clearInterval(beating));
		await expect(restore(there, path)).rejects.toThrow("This database is in use (web on bouake): stop");
		clearInterval(beating);
		await beat;
		await sign("w", "-12 s");
		const onWait = vi.fn();
		await restore(there, path, { onWait });
		expect(onWait).toHaveBeenCalledTimes(1);
		const { rows } = await there.pool.query("select count(*)::int as payments from payment");
		expect(rows[0].payments).toBeGreaterThan(0);
	});
});

describe("a backup that does not fit", () => {
	test("one that contradicts itself leaves the database as it was", async () => {
		const path = await backUp();
		const there = await createEmptyDatabase();
		await restore(there, path);
		const before = await readAllRows(there.pool);
		const odd = join(temporaryFolder(), "odd.tar.gz");
		const strayed = (text: string) => text.replace(/^([^\t]+)\t[^\t]+/, "$1\tnobody");
		await repackBackup(path, odd, { table: { name: "attempt", change: strayed } });
		await expect(restore(there, odd, { replace: true })).rejects.toThrow("The backup contradicts itself");
		const forged = (text: string) => text.replace("payment.sending", "payment.pending");
		await repackBackup(path, odd, { table: { name: "audit_entry", change: forged } });
		await expect(restore(there, odd, { replace: true })).rejects.toThrow("The audit log in this backup is damaged");
		await repackBackup(path, odd, { table: { name: "audit_entry", change: (text) => text.replace(/[^\n]*\n$/, "") } });
		await expect(restore(there, odd, { replace: true })).rejects.toThrow("does not reach entry");
		expect(await readAllRows(there.pool)).toEqual(before);
	});

	test("one of a newer version is refused with a sentence, and so is a newer database", async () => {
		const path = await backUp();
		const there = await createEmptyDatabase();
		const newer = join(temporaryFolder(), "newer.tar.gz");
		await repackBackup(path, newer, {
			manifest: (manifest) => ({ ...manifest, version: "9.0.0", migrations: [...manifest.migrations, "9999-newer"] }),
		});
		await expect(restore(there, newer)).rejects.toThrow(
			/newer version of Cauri \(9\.0\.0, 9999-newer; this one ends at/,
		);
		expect(await readAllRows(there.pool)).toEqual({});
		await restore(there, path);
		await there.pool.query("insert into kysely_migration values ('9999-newer', 'now')");
		await expect(restore(there, path, { replace: true })).rejects.toThrow("migrated by a newer version of Cauri");
		await expect(backUp(there.url)).rejects.toThrow("use that version");
	});
});

test("a backup of an older version is brought level", async () => {
	const old = await createEmptyDatabase();
	const last = "0010-audit";
	await applySqlFiles(old.database, DESK_MIGRATIONS, { last });
	await old.database.transaction().execute((trx) =>
		recordAudit(trx, {
			...{ at: new Date(), memberId: null, action: "member.added", subjectKind: "member", subjectId: "m" },
		}),
	);
	const path = await backUp(old.url);

	const there = await createEmptyDatabase();
	const { migrated } = await restore(there, path);
	const later = (await readMigrationFiles(DESK_MIGRATIONS)).map(({ name }) => name);
	expect(migrated).toEqual(later.filter((name) => name > last));
	// The old database, migrated in place, has the same rows.
	await migrate(old.database, old.pool);
	const leftOut = ["kysely_migration", "kysely_migration_lock", "audit_entry"];
	expect(await readAllRows(there.pool, leftOut)).toEqual(await readAllRows(old.pool, leftOut));
});
