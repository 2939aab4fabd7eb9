/** In which session a factor is added: the database takes a new one from a session of its holder alone (migration 0042). */
import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";

export async function actInSession(trx: DatabaseTransaction, sessionKey: string): Promise<void> {
	await sql`select set_config('cauri.session', ${sessionKey}, true)`.execute(trx);
}
