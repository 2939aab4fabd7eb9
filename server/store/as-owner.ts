/**
 * Runs work as the machine's owner, for command-line programs and tests. Request handlers never use it: relaxing changes need a
 * request (a test checks the importers).
 */
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Lets one transaction pass the database's guards. */
export async function asOwner<T>(database: Database, work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
	return database.transaction().execute(async (trx) => {
		await sql`select set_config('cauri.owner', 'yes', true)`.execute(trx);
		return work(trx);
	});
}
