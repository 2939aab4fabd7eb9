/** Brings a database level: our SQL files in order, then the job queue's own schema and the rights of the programs. Safe to run twice and at once. */
import { runMigrations } from "graphile-worker";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Pool } from "pg";
import { grantRights } from "#server/store/grant-rights.ts";
import { DESK_MIGRATIONS, readMigrationFiles } from "#server/store/migration-files.ts";
import { demandNotNewer } from "#server/store/schema-version.ts";
import { seedOperators } from "#server/store/seed-operators.ts";

/** Throws a SchemaError when a newer version has been at work here. `separated`: web and worker have roles of their own. */
export async function migrate<T>(database: Kysely<T>, pool: Pool): Promise<{ separated: boolean }> {
	await demandNotNewer(database);
	await migrateDesk(database);
	await migrateQueue(pool);
	return { separated: await grantRights(pool) };
}

/** The desk's own part; also inside of a transaction. */
export async function migrateDesk<T>(database: Kysely<T>): Promise<void> {
	await applySqlFiles(database, DESK_MIGRATIONS);
	await seedOperators(database);
}

export async function migrateQueue(pool: Pool): Promise<void> {
	await runMigrations({ pgPool: pool, noPreparedStatements: true });
}

export interface MigrationOptions {
	/** Keeps tables and bookkeeping apart from others'. */
	schema?: string;
	/** The last file to apply; all when absent. */
	last?: string;
}

/** Every `.sql` of a folder, by name. */
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
