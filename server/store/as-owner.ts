/**
 * What the owner of the machine does by a program started there, or a test that prepares a desk: whoever can open the database
 * needs no second admin. Never a verb: what loosens is asked for (a test holds who imports this).
 */
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** The guards of the database let one transaction pass. */
export async function asOwner<T>(database: Database, work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
	return database.transaction().execute(async (trx) => {
		await sql`select set_config('cauri.owner', 'yes', true)`.execute(trx);
		return work(trx);
	});
}
