import { runMigrations } from "graphile-worker";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Pool } from "pg";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { grantRights } from "#server/store/grant-rights.ts";
import { requireNoOlderProgram } from "#server/store/programs/older-programs.ts";
import {
	DESK_MIGRATIONS,
	letsEarlierRun,
	readMigrationFiles,
	readSchemaVersion,
	requireNotNewer,
} from "#server/store/schema-version.ts";

/**
 * Migrates tables and queue, and grants rights; safe to run twice and concurrently. `separated`: web and worker have roles of their own.
 * `onWait` runs before a wait for a program that is too old for a missing migration and may have ended. Throws a UserFacingError when it
 * still runs, or when a newer version has migrated this database.
 */
export async function migrate<T>(
	database: Kysely<T>,
	pool: Pool,
	onWait?: () => void,
): Promise<{ separated: boolean }> {
	await requireNotNewer(database);
	await requireNoOlderProgram(database, onWait);
	await migrateDesk(database);
	await migrateQueue(pool);
	return { separated: await grantRights(pool) };
}

/**
 * Applies the missing files one by one if earlier programs can run with all of them: while such programs run, no transaction may hold
 * the lock of one table and wait for another's. Else applies all or none, so that after a fault the earlier version still starts.
 */
export async function migrateDesk<T>(database: Kysely<T>): Promise<void> {
	const { missing } = await readSchemaVersion(database);
	if (missing.every(letsEarlierRun))
		for (const last of missing) await applySqlFiles(database, DESK_MIGRATIONS, { last });
	else await applySqlFiles(database, DESK_MIGRATIONS);
	await seedOperators(database);
}

export async function migrateQueue(pool: Pool): Promise<void> {
	await runMigrations({ pgPool: pool, noPreparedStatements: true });
}

export interface MigrationOptions {
	/** Holds the table of applied files; default: the connection's schema. Kysely would take a table of another schema for its own. */
	schema?: string;
	last?: string;
}

export async function applySqlFiles<T>(
	database: Kysely<T>,
	folder: URL,
	{ schema, last }: MigrationOptions = {},
): Promise<void> {
	const { rows } = await sql<{ own: string }>`select current_schema() as own`.execute(database);
	const migrationTableSchema = schema ?? rows[0]?.own;
	const migrator = new Migrator({
		db: database,
		provider: { getMigrations: () => readSqlFiles(folder) },
		...(migrationTableSchema ? { migrationTableSchema } : {}),
	});
	const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
	if (error) throw error;
}

async function readSqlFiles(folder: URL): Promise<Record<string, Migration>> {
	const files = await readMigrationFiles(folder);
	return Object.fromEntries(
		files.map(({ name, text }): [string, Migration] => [
			name,
			{ up: async (db) => void (await sql.raw(text).execute(db)) },
		]),
	);
}

/** Adds the operators that the database lacks; existing ones stay as the admins set them. */
async function seedOperators<T>(database: Kysely<T>): Promise<void> {
	await sql`
		insert into operator (code, name, country, currency, flow, prefixes, dial_code, window_minutes, enabled)
		select code, name, country, currency, flow, prefixes, "dialCode", "windowMinutes", enabled
		from jsonb_to_recordset(${JSON.stringify(DEFAULT_OPERATORS)}::jsonb) as seed (
			code text, name text, country text, currency text, flow text, prefixes jsonb, "dialCode" text,
			"windowMinutes" integer, enabled boolean)
		on conflict (code) do nothing`.execute(database);
}
