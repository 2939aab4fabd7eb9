/** Migrates a database and grants web and worker their rights, or explains in one sentence why not. */
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { migrate } from "#server/store/migrate.ts";
import { SchemaError } from "#server/store/schema-version.ts";

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
