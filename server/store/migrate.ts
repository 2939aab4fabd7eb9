/** Brings a database level: our SQL files in order, then the job queue's own schema. Safe to run twice and at once. */
import { readdir, readFile } from "node:fs/promises";
import { runMigrations } from "graphile-worker";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Pool } from "pg";
import { seedOperators } from "#server/store/seed-operators.ts";

export async function migrate<T>(database: Kysely<T>, pool: Pool): Promise<void> {
	await applySqlFiles(database, new URL("./migrations/", import.meta.url));
	await seedOperators(database);
	await runMigrations({ pgPool: pool, noPreparedStatements: true });
}

/** Every `.sql` of a folder, by name. `schema` keeps its tables and its bookkeeping apart from others'. */
export async function applySqlFiles<T>(database: Kysely<T>, folder: URL, schema?: string): Promise<void> {
	const migrator = new Migrator({
		db: database,
		provider: { getMigrations: () => readSqlFiles(folder) },
		...(schema ? { migrationTableSchema: schema } : {}),
	});
	const { error } = await migrator.migrateToLatest();
	if (error) throw error;
}

async function readSqlFiles(folder: URL): Promise<Record<string, Migration>> {
	const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
	const entries = names.map(async (name): Promise<[string, Migration]> => {
		const text = await readFile(new URL(name, folder), "utf8");
		return [name.replace(/\.sql$/, ""), { up: async (db) => void (await sql.raw(text).execute(db)) }];
	});
	return Object.fromEntries(await Promise.all(entries));
}
