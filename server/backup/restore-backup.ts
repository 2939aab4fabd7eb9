/**
 * Puts a backup back: the whole of it in one transaction, proved before it counts. What this machine knows outside of the database
 * (head, journal) is not touched: it is newer than the backup, and that is how the desk notices (docs/payments.md).
 */
import { sql } from "kysely";
import { verifyAudit } from "#server/audit/verify-audit.ts";
import { BackupError } from "#server/backup/backup-error.ts";
import { type CheckedBackup, checkBackup } from "#server/backup/check-backup.ts";
import { clearDatabase, readTraces } from "#server/backup/clear-database.ts";
import { settleForCopying } from "#server/backup/copy-table.ts";
import { demandUnused } from "#server/backup/demand-unused.ts";
import { loadTables } from "#server/backup/load-tables.ts";
import type { Manifest } from "#server/backup/manifest.ts";
import { type OneConnection, withOneConnection } from "#server/backup/one-connection.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { openPool } from "#server/store/database.ts";
import { grantRights } from "#server/store/grant-rights.ts";
import { applySqlFiles, migrateDesk, migrateQueue } from "#server/store/migrate.ts";
import { DESK_MIGRATIONS, readMigrationFiles } from "#server/store/migration-files.ts";
import { readSchemaVersion } from "#server/store/schema-version.ts";

export interface RestoreOptions {
	databaseUrl: string;
	/** The file. */
	path: string;
	/** Also where a desk has been at work: what is there goes. */
	replace: boolean;
	/** Somebody may live there: it takes a moment to know. */
	onWait(): void;
	signal?: AbortSignal;
}

export interface RestoredBackup extends CheckedBackup {
	/** Migrations of this version that came on top. */
	migrated: string[];
}

/** Throws a BackupError, or what the database said; then the database is as it was. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredBackup> {
	const { databaseUrl, path, replace, onWait, signal } = options;
	const checked = await checkBackup(path, signal);
	const later = await demandOurs(checked.manifest);
	await withOneConnection(databaseUrl, "cauri-restore", async (connection) => {
		await demandPlace(connection, replace);
		await demandUnused(connection.client, onWait, signal);
		const trx = await connection.database.startTransaction().execute();
		await settleForCopying(connection.client);
		await clearDatabase(connection.client);
		await applySqlFiles(trx, DESK_MIGRATIONS, { last: checked.manifest.migrations.at(-1) });
		await loadTables(connection.client, path, checked.manifest, signal);
		await demandRecord(trx, checked.manifest);
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

/** The schema must be one that this version made on its way; the steps that are left to go. */
async function demandOurs({ migrations, version }: Manifest): Promise<string[]> {
	const own = (await readMigrationFiles(DESK_MIGRATIONS)).map(({ name }) => name);
	const unknown = migrations.filter((name) => !own.includes(name));
	if (unknown.length > 0)
		throw new BackupError(
			`This backup is of a newer version of Cauri (${version}, ${unknown.at(-1)}; this one ends at ${own.at(-1)}): put it back with that version.`,
		);
	if (migrations.some((name, place) => own[place] !== name))
		throw new BackupError("The schema of this backup is none that a version of Cauri has had.");
	return own.slice(migrations.length);
}

async function demandPlace({ client, database }: OneConnection, replace: boolean): Promise<void> {
	const { unknown } = await readSchemaVersion(database);
	if (unknown.length > 0)
		throw new BackupError(
			`A newer version of Cauri has brought this database level (${unknown.at(-1)}): put the backup back in an empty one.`,
		);
	const traces = await readTraces(client);
	if (traces.length > 0 && !replace)
		throw new BackupError(
			`This database is not empty (${traces.map(({ table, rows }) => `${table}: ${rows}`).join(", ")}). Name another one, or say --replace: what it holds is gone then.`,
		);
}

/** The chain from its first entry to the very one at which the backup was taken. */
async function demandRecord(trx: DatabaseTransaction, { head }: Manifest): Promise<void> {
	const { bad, missed } = await verifyAudit(trx, head);
	if (bad)
		throw new BackupError(`The record in this backup is not whole: entry ${bad.id} does not follow or was changed.`);
	if (missed)
		throw new BackupError(`The record in this backup does not reach entry ${missed.known.entry}, its own last.`);
}

/** Who was signed out since would be signed in again. In the record, for whoever reads it later. */
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
