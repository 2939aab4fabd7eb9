/** For whom the provider speaks in this transaction: the database lets it give a role, and no weight for a day (migration 0032). */
import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";

export async function actForProvider(trx: DatabaseTransaction, memberId: string): Promise<void> {
	await sql`select set_config('cauri.provided_member', ${memberId}, true)`.execute(trx);
}
