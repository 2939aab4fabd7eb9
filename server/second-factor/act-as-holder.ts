/** Tells the database that the member acts on their own account: it lets nobody else remove a factor of a member with rights. */
import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";

export async function actAsHolder(trx: DatabaseTransaction, memberId: string): Promise<void> {
	await sql`select set_config('cauri.own_factor', ${memberId}, true)`.execute(trx);
}
