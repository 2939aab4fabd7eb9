/** Tells the database which session adds a factor: it accepts a new factor only from a session of its member. */
import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";

export async function actInSession(trx: DatabaseTransaction, sessionKey: string): Promise<void> {
	await sql`select set_config('cauri.session', ${sessionKey}, true)`.execute(trx);
}
