/**
 * Restores a whole backup in one transaction, and verifies it before the commit. The head and journal of this machine stay: they
 * are newer than the backup, and show the desk that it was restored (docs/payments.md).
 */
import { sql } from "kysely";
import { verifyAudit } from "#server/audit/verify-audit.ts";
import { BackupError } from "#server/backup/backup-error.ts";
import { type CheckedBackup, checkBackup, type ReadOptions } from "#server/backup/check-backup.ts";
import { clearDatabase, readTraces } from "#server/backup/clear-database.ts";
import { settleForCopying } from "#server/backup/copy-table.ts";
import { loadTables } from "#server/backup/load-tables.ts";
import type { Manifest } from "#server/backup/manifest.ts";
import { type OneConnection, withOneConnection } from "#server/backup/one-connection.ts";
import { requireUnused } from "#server/backup/require-unused.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { openPool } from "#server/store/database.ts";
import { grantRights } from "#server/store/grant-rights.ts";
import { applySqlFiles, migrateDesk, migrateQueue } from "#server/store/migrate.ts";
import { DESK_MIGRATIONS, readMigrationFiles, requireNotNewer, UNRELEASED } from "#server/store/schema-version.ts";

export interface RestoreOptions extends ReadOptions {
	databaseUrl: string;
	path: string;
	/** Replaces a desk that was in use; its data is lost. */
	replace: boolean;
	/** Called when the check for running programs takes a moment. */
	onWait(): void;
}

export interface RestoredBackup extends CheckedBackup {
	migrated: string[];
}

/** Throws a BackupError, a SchemaError or the database's error; the database is then unchanged. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredBackup> {
	const { databaseUrl, path, replace, onWait, signal } = options;
	const checked = await checkBackup(path, options);
	const later = await requireOurs(checked.manifest);
	await withOneConnection(databaseUrl, "cauri-restore", async (connection) => {
		await requirePlace(connection, replace);
		await requireUnused(connection.client, onWait, signal);
		const trx = await connection.database.startTransaction().execute();
		await settleForCopying(connection.client);
		await clearDatabase(connection.client);
		await applySqlFiles(trx, DESK_MIGRATIONS, { last: checked.manifest.migrations.at(-1) });
		await loadTables(connection.client, path, checked.manifest, options);
		await requireRecord(trx, checked.manifest);
		await migrateDesk(trx);
		await endSessions(trx, checked.manifest);
		signal?.throwIfAborted();
		await trx.commit().execute();
	});
	const pool = openPool(databaseUrl, { application_name: "cauri-restore" });
	try {
		await migrateQueue(pool);
		await grantRights(pool);
	} finally {
		await pool.end();
	}
	return { ...checked, migrated: later };
}

/** The backup's schema must be an earlier or equal schema of this version. Returns the migrations still to apply. */
async function requireOurs({ migrations, version }: Manifest): Promise<string[]> {
	const own = (await readMigrationFiles(DESK_MIGRATIONS)).map(({ name }) => name);
	if (migrations.includes(UNRELEASED))
		throw new BackupError(
			`This backup is from before Cauri 0.1.0 (${version}), and this version cannot restore it. Use the version that made it.`,
		);
	const unknown = migrations.filter((name) => !own.includes(name));
	if (unknown.length > 0)
		throw new BackupError(
			`This backup is from a newer version of Cauri (${version}, ${unknown.at(-1)}; this one ends at ${own.at(-1)}). Restore it with that version.`,
		);
	if (migrations.some((name, place) => own[place] !== name))
		throw new BackupError("The schema of this backup does not belong to any version of Cauri.");
	return own.slice(migrations.length);
}

async function requirePlace({ client, database }: OneConnection, replace: boolean): Promise<void> {
	await requireNotNewer(database);
	const traces = await readTraces(client);
	if (traces.length > 0 && !replace)
		throw new BackupError(
			`This database is not empty (${traces.map(({ table, rows }) => `${table}: ${rows}`).join(", ")}). Use another one, or add --replace, which deletes what it contains.`,
		);
}

/** Verifies the chain from its first entry to the backup's head. */
async function requireRecord(trx: DatabaseTransaction, { head }: Manifest): Promise<void> {
	const { bad, missed } = await verifyAudit(trx, head);
	if (bad)
		throw new BackupError(
			`The audit log in this backup is damaged: entry ${bad.id} was changed, or does not follow the one before it.`,
		);
	if (missed)
		throw new BackupError(
			`The audit log in this backup is incomplete: it does not reach entry ${missed.known.entry}, the last one when it was made.`,
		);
}

/** Ends all sessions, because a session ended since the backup would be open again. The audit log records it. */
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
