import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The first member is made, and the link for it, one at a time. */
export async function lockSetUp(trx: DatabaseTransaction): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended('set_up_link', 0))`.execute(trx);
}
