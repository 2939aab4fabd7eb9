/** Migrates a database and grants web and worker their rights, or explains in one sentence why not. */

import { foreseeMigration } from "#server/backup/foresee-migration.ts";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { migrate } from "#server/store/migrate.ts";
import { requireNotNewer, SchemaError } from "#server/store/schema-version.ts";

/** One line about what `migrateDatabase` will do. Changes nothing. Throws a SchemaError. */
export async function foreseenLine(databaseUrl: string): Promise<string> {
	const pool = openPool(databaseUrl, { application_name: "cauri-migrate", max: 1 });
	try {
		const database = openDatabase(pool);
		await requireNotNewer(database);
		const { files, rows, bytes, seconds, databaseBytes } = await foreseeMigration(database);
		const size = (of: number) => `${Math.ceil(of / 1e6)} MB`;
		if (files.length === 0) return `Nothing to migrate. The database has ${size(databaseBytes)}.`;
		return `To migrate: ${files.join(", ")}. They name tables of ${rows} rows and ${size(bytes)}, of ${size(databaseBytes)} in all: about ${seconds} s, reckoned.`;
	} finally {
		await pool.end();
	}
}

/** `separated`: the roles of web and worker have their rights; false when this account may not create them. */
export async function migrateDatabase(databaseUrl: string): Promise<{ separated: boolean }> {
	const pool = openPool(databaseUrl, { application_name: "cauri-migrate" });
	try {
		return await migrate(openDatabase(pool), pool);
	} catch (cause) {
		if (cause instanceof SchemaError) throw cause;
		const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause);
		throw new LaunchError(`The database could not be migrated: ${reason}`, { cause });
	} finally {
		await pool.end();
	}
}
