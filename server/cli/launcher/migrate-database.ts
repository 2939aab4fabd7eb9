/** Brings a database level, and web and worker to their rights in it, or says in one sentence why not. */
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { migrate } from "#server/store/migrate.ts";
import { SchemaError } from "#server/store/schema-version.ts";

/** `separated`: the roles of web and worker have their rights; else this account may not make them. */
export async function migrateDatabase(databaseUrl: string): Promise<{ separated: boolean }> {
	const pool = openPool(databaseUrl, { application_name: "cauri-migrate" });
	try {
		return await migrate(openDatabase(pool), pool);
	} catch (cause) {
		if (cause instanceof SchemaError) throw new LaunchError(cause.message, { cause });
		const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause);
		throw new LaunchError(`The database could not be brought level: ${reason}`, { cause });
	} finally {
		await pool.end();
	}
}
