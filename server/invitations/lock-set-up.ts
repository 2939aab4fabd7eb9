import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Serialises the creation of the first member and of the set-up link. */
export async function lockSetUp(trx: DatabaseTransaction): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended('set_up_link', 0))`.execute(trx);
}
