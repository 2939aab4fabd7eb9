/** Reports how many rows and bytes the tables of a migration's files hold, and about how long the migration takes. */
import { type Kysely, sql } from "kysely";
import { DESK_MIGRATIONS, readMigrationFiles, readSchemaVersion } from "#server/store/schema-version.ts";

export interface ForeseenMigration {
	/** Files to apply; empty: the database is up to date. */
	files: string[];
	/** The statistics' estimate for the tables that the files name. */
	rows: number;
	bytes: number;
	/** Reckoned, not measured: every byte is rewritten once. */
	seconds: number;
	/** The size of the whole database. */
	databaseBytes: number;
}

// The speed of a slow cloud disk. Each file takes a second more for its locks.
const BYTES_A_SECOND = 50_000_000;

export async function foreseeMigration<T>(database: Kysely<T>): Promise<ForeseenMigration> {
	const { missing } = await readSchemaVersion(database);
	const files = (await readMigrationFiles(DESK_MIGRATIONS)).filter(({ name }) => missing.includes(name));
	const words = [...new Set(files.flatMap(({ text }) => text.match(/\b[a-z][a-z_]+\b/g) ?? []))];
	const { rows } = await sql<{ rows: number; bytes: number; all: number }>`
		select coalesce(sum(greatest(reltuples, 0)), 0)::float as rows, coalesce(sum(pg_total_relation_size(oid)), 0)::float as bytes,
			pg_database_size(current_database())::float as all
		from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname = any(${words}::text[])`.execute(
		database,
	);
	const { rows: count = 0, bytes = 0, all = 0 } = rows[0] ?? {};
	const seconds = files.length === 0 ? 0 : files.length + Math.ceil(bytes / BYTES_A_SECOND);
	return { files: missing, rows: count, bytes, seconds, databaseBytes: all };
}
