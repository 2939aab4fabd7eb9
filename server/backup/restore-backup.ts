/**
 * Restores a whole backup in one transaction, and verifies it before the commit. Does not change this machine's head and journal: being
 * newer than the backup, they reveal the restore to the desk (docs/payments.md).
 */

import { sql } from "kysely";
import { type ClientBase, escapeIdentifier } from "pg";
import { verifyAudit } from "#server/audit/verify-audit.ts";
import { type CheckedBackup, checkBackup, type ReadOptions } from "#server/backup/check-backup.ts";
import { settleForCopying } from "#server/backup/copy-table.ts";
import { MIGRATION_TABLE, readDeskTables, readMadeNames } from "#server/backup/desk-tables.ts";
import { loadTables } from "#server/backup/load-tables.ts";
import type { Manifest } from "#server/backup/manifest.ts";
import { type OneConnection, withOneConnection } from "#server/backup/one-connection.ts";
import { messageSentence, UserFacingError } from "#server/errors.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { type DatabaseTransaction, withDatabase } from "#server/store/database.ts";
import { grantRights } from "#server/store/grant-rights.ts";
import { applySqlFiles, migrateDesk, migrateQueue } from "#server/store/migrate.ts";
import { findRunningPrograms } from "#server/store/programs/program-heartbeats.ts";
import { DESK_MIGRATIONS, readMigrationFiles, requireNotNewer, UNRELEASED } from "#server/store/schema-version.ts";

export interface RestoreOptions extends ReadOptions {
	databaseUrl: string;
	path: string;
	replace: boolean;
	/** True to undo a migration: schema and sessions stay those of the backup, for the version of Cauri that wrote it. */
	undoesMigration?: boolean;
	onWait(): void;
}

export interface RestoredBackup extends CheckedBackup {
	migrated: string[];
}

/** Throws a UserFacingError or the database's error; before the commit, an error leaves the database unchanged. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredBackup> {
	const { databaseUrl, path, replace, undoesMigration = false, onWait, signal } = options;
	const checked = await checkBackup(path, options);
	const later = await requireOurs(checked.manifest);
	await withOneConnection(databaseUrl, "cauri-restore", async (connection) => {
		await requirePlace(connection, replace);
		await requireUnused(connection, onWait, signal);
		const trx = await connection.database.startTransaction().execute();
		await settleForCopying(connection.client);
		await clearDatabase(connection.client);
		await applySqlFiles(trx, DESK_MIGRATIONS, { last: checked.manifest.migrations.at(-1) });
		await loadTables(connection.client, path, checked.manifest, options);
		await requireIntactAuditLog(trx, checked.manifest);
		if (!undoesMigration) {
			await migrateDesk(trx);
			await endSessions(trx, checked.manifest);
		}
		signal?.throwIfAborted();
		await trx.commit().execute();
	});
	if (undoesMigration) return { ...checked, migrated: [] };
	await withDatabase(databaseUrl, { application_name: "cauri-restore" }, async (_, pool) => {
		await migrateQueue(pool);
		await grantRights(pool);
	}).catch(afterRestore);
	return { ...checked, migrated: later };
}

/** Throws a UserFacingError for an error that occurs after the restore is committed. */
export function afterRestore(cause: Error): never {
	const what = `The backup is restored, but what follows failed: ${messageSentence(cause)} Run npm run migrate.`;
	throw new UserFacingError(what, { cause });
}

/** The backup's schema must be an earlier or equal schema of this version. Returns the migrations still to apply. */
async function requireOurs({ migrations, version }: Manifest): Promise<string[]> {
	const own = (await readMigrationFiles(DESK_MIGRATIONS)).map(({ name }) => name);
	if (migrations.includes(UNRELEASED))
		throw new UserFacingError(
			`This backup is from before Cauri 0.1.0 (${version}), and this version cannot restore it. Use the version that made it.`,
		);
	const unknown = migrations.filter((name) => !own.includes(name));
	if (unknown.length > 0)
		throw new UserFacingError(
			`This backup is from a newer version of Cauri (${version}, ${unknown.at(-1)}; this one ends at ${own.at(-1)}). Restore it with that version.`,
		);
	if (migrations.some((name, place) => own[place] !== name))
		throw new UserFacingError("The schema of this backup does not belong to any version of Cauri.");
	return own.slice(migrations.length);
}

async function requirePlace({ client, database }: OneConnection, replace: boolean): Promise<void> {
	// Checked first: a refused statement would abort the transaction, and only the error of a later statement would be reported.
	const { rows } = await client.query<{ may: boolean | null }>(
		// `create` on the database is for the schema of the job queue.
		`select has_schema_privilege(current_schema(), 'create') and has_database_privilege(current_database(), 'create') as may`,
	);
	if (!rows[0]?.may)
		throw new UserFacingError(
			"This account may not create tables in this database. Make it the owner: alter database … owner to ….",
		);
	await requireNotNewer(database);
	const traces = await readTraces(client);
	if (traces.length > 0 && !replace)
		throw new UserFacingError(
			`This database is not empty (${traces.map(({ table, rows }) => `${table}: ${rows}`).join(", ")}). Use another one, or add --replace, which deletes what it contains.`,
		);
}

async function requireIntactAuditLog(trx: DatabaseTransaction, { head }: Manifest): Promise<void> {
	const { bad, missed } = await verifyAudit(trx, head);
	if (bad)
		throw new UserFacingError(
			`The audit log in this backup is damaged: entry ${bad.id} was changed, or does not follow the one before it.`,
		);
	if (missed)
		throw new UserFacingError(
			`The audit log in this backup is incomplete: it does not reach entry ${missed.known.entry}, the last one when it was made.`,
		);
}

/** Ends all sessions, because a session that ended after the backup would be open again. The audit log records the restore. */
async function endSessions(trx: DatabaseTransaction, { at, head, version }: Manifest): Promise<void> {
	await sql`update session set ended_at = now() where ended_at is null`.execute(trx);
	await recordAudit(trx, {
		at: new Date(),
		memberId: null,
		action: "setting.backup_restored",
		subjectKind: "setting",
		subjectId: "backup",
		details: { backup: at, version, ...(head ? { newest: head.entry } : {}) },
	});
}

/** Throws when a program of Cauri runs on the database. Idle connections do not tell: a pooler keeps those of a program that has ended. */
async function requireUnused(
	{ client, database }: OneConnection,
	onWait: () => void,
	signal?: AbortSignal,
): Promise<void> {
	const running = await findRunningPrograms(database, { onWait, signal });
	const { rows: busy } = await client.query<{ name: string }>(
		`select application_name as name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
			and application_name like 'cauri-%' and state <> 'idle'`,
	);
	const names = [
		...new Set([...running.map(({ kind, machine }) => `${kind} on ${machine}`), ...busy.map(({ name }) => name)]),
	];
	if (names.length > 0)
		throw new UserFacingError(
			`This database is in use (${names.join(", ")}): stop every web and worker program that uses it first.`,
		);
}

/** A row in any of these shows that a desk was in use. A freshly migrated database has none. */
const TRACES = ["member", "payment", "movement", "audit_entry"];
const LOCK_TIMEOUT = "10s";

async function readTraces(client: ClientBase): Promise<{ table: string; rows: string }[]> {
	const { tables } = await readDeskTables(client);
	const found: { table: string; rows: string }[] = [];
	for (const { name } of tables.filter((table) => TRACES.includes(table.name))) {
		const { rows } = await client.query<{ count: string }>(`select count(*) from ${escapeIdentifier(name)}`);
		if (rows[0] && rows[0].count !== "0") found.push({ table: name, rows: rows[0].count });
	}
	return found;
}

/**
 * Drops the desk's objects and the job queue, and nothing that belongs to others. Runs in the caller's transaction, so nothing is
 * lost before its commit.
 */
async function clearDatabase(client: ClientBase): Promise<void> {
	const { tables } = await readDeskTables(client);
	const names = tables.map(({ name }) => name).filter((name) => name !== MIGRATION_TABLE);
	const functions = await readFunctions(client);
	const drop = async (takesRow: boolean) => {
		for (const one of functions.filter(({ takes_row }) => takes_row === takesRow))
			await client.query(`drop function ${one.signature}`);
	};
	try {
		await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
		await client.query("drop schema if exists graphile_worker cascade");
		// Functions that take a table's row type depend on that table; triggers of tables depend on the other functions.
		await drop(true);
		if (names.length > 0) await client.query(`drop table ${names.map(escapeIdentifier).join(", ")}`);
		await drop(false);
		if (tables.length > names.length) await client.query(`delete from ${MIGRATION_TABLE}`);
		await client.query("set local lock_timeout = 0");
	} catch (cause) {
		const { code, message } = cause as { code?: string; message: string };
		if (code === "55P03")
			throw new UserFacingError(
				"This database is in use: another program has locked its tables. Stop that program first.",
				{ cause },
			);
		// Another object depends on Cauri's tables, for example a view for reports.
		if (code === "2BP01")
			throw new UserFacingError(
				`An object that does not belong to Cauri depends on its tables (${message}). Remove it first.`,
				{ cause },
			);
		throw cause;
	}
}

async function readFunctions(client: ClientBase): Promise<{ signature: string; takes_row: boolean }[]> {
	const { functions } = await readMadeNames();
	const { rows } = await client.query<{ signature: string; takes_row: boolean }>(
		`select p.oid::regprocedure::text as signature,
			exists (select from pg_class c where c.reltype <> 0 and c.reltype = any (p.proargtypes)) as takes_row
		from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.proname = any ($1)`,
		[functions],
	);
	return rows;
}
