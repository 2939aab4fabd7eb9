import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/**
 * Lets one transaction pass the database's guards, for command-line programs and tests. Request handlers never use it (a test
 * checks the importers): their relaxing changes need a change request.
 */
export async function asOwner<T>(database: Database, work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
	return database.transaction().execute(async (trx) => {
		await sql`select set_config('cauri.owner', 'yes', true)`.execute(trx);
		return work(trx);
	});
}
