/** Brings a database level, or says in one sentence why not. */
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { migrate } from "#server/store/migrate.ts";
import { SchemaError } from "#server/store/schema-standing.ts";

export async function migrateDatabase(databaseUrl: string): Promise<void> {
	const pool = openPool(databaseUrl, { application_name: "cauri-migrate" });
	try {
		await migrate(openDatabase(pool), pool);
	} catch (cause) {
		if (cause instanceof SchemaError) throw new LaunchError(cause.message, { cause });
		const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause);
		throw new LaunchError(`The database could not be brought level: ${reason}`, { cause });
	} finally {
		await pool.end();
	}
}
