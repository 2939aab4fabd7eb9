/** Pages of one version on the tables of another would show, and write, what is not so. */
import { openDatabase, openPool } from "#server/store/database.ts";
import { demandOwnSchema, SchemaError } from "#server/store/schema-standing.ts";

const LOOK_AGAIN_MS = 2_000;

/**
 * Throws a SchemaError. While the database is away the pages say so and heal by themselves, so nobody waits for it here: then
 * it is looked at as soon as it is there, and `leave` is told.
 */
export async function guardSchema(databaseUrl: string, leave: (error: SchemaError) => void): Promise<void> {
	const fault = await look(databaseUrl);
	if (fault instanceof SchemaError) throw fault;
	if (fault === null) return;
	const timer = setInterval(async () => {
		const later = await look(databaseUrl);
		if (later === null || later instanceof SchemaError) clearInterval(timer);
		if (later instanceof SchemaError) leave(later);
	}, LOOK_AGAIN_MS);
	timer.unref();
}

async function look(databaseUrl: string): Promise<Error | null> {
	const pool = openPool(databaseUrl, { application_name: "cauri-web", max: 1, statement_timeout: 5_000 });
	try {
		await demandOwnSchema(openDatabase(pool));
		return null;
	} catch (error) {
		return error as Error;
	} finally {
		await pool.end();
	}
}
