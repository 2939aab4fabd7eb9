/** Whose own act this transaction is: the database lets nobody else take a factor from somebody with rights (migration 0031). */
import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";

export async function actAsHolder(trx: DatabaseTransaction, memberId: string): Promise<void> {
	await sql`select set_config('cauri.own_factor', ${memberId}, true)`.execute(trx);
}
