/**
 * Migrates a database: our SQL files in order, then the job queue's schema and the programs' rights. Safe to run twice and
 * concurrently.
 */
import { runMigrations } from "graphile-worker";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Pool } from "pg";
import { DEFAULT_OPERATORS } from "#lib/operators.ts";
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
 * Throws a UserFacingError when a newer version has migrated this database, or while a program runs that is too old for a missing
 * migration; `onWait` runs before a wait for such a program to end. `separated`: web and worker have their own roles.
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
 * Applies files that earlier programs can live with one by one: while these run, nothing may lock one table and wait for another.
 * If there is any other file, it applies all of them or none, so that the version before can be started again.
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
	/** Separates tables and bookkeeping from those of others. */
	schema?: string;
	/** The last file to apply; all when absent. */
	last?: string;
}

export async function applySqlFiles<T>(
	database: Kysely<T>,
	folder: URL,
	{ schema, last }: MigrationOptions = {},
): Promise<void> {
	const migrator = new Migrator({
		db: database,
		provider: { getMigrations: () => readSqlFiles(folder) },
		...(schema ? { migrationTableSchema: schema } : {}),
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
