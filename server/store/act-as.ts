import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Tells the database's guards, in this transaction alone, who acts: the holder of a factor or a password, the session that adds a
 * factor, the holder of a link, or the identity provider for a member.
 */
export async function actAs(
	trx: DatabaseTransaction,
	who: "own_factor" | "own_password" | "session" | "link" | "provided_member",
	value: string,
): Promise<void> {
	await sql`select set_config(${`cauri.${who}`}, ${value}, true)`.execute(trx);
}
