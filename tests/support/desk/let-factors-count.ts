/** Makes a member's second factor a day old by the database clock, so that it and the member's approvals count. */
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";

export async function letFactorsCount(database: Database, memberId: string): Promise<void> {
	await database.transaction().execute(async (trx) => {
		// The database guards would reject this write.
		await sql`set local session_replication_role = replica`.execute(trx);
		for (const table of ["passkey", "totp", "recovery_code"])
			await sql`update ${sql.table(table)} set counts_from = counts_from - interval '24 hours'
				where member_id = ${memberId}`.execute(trx);
		await sql`update member set decides_from = decides_from - interval '24 hours' where id = ${memberId}`.execute(trx);
	});
}
