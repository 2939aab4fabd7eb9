/** A day after a member added a second factor, by the database's own clock: it has weight, and so have their words. */
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";

export async function letFactorsCount(database: Database, memberId: string): Promise<void> {
	await database.transaction().execute(async (trx) => {
		// Guards of the database would not let anybody write this.
		await sql`set local session_replication_role = replica`.execute(trx);
		for (const table of ["passkey", "totp", "recovery_code"])
			await sql`update ${sql.table(table)} set counts_from = counts_from - interval '24 hours'
				where member_id = ${memberId}`.execute(trx);
		await sql`update member set decides_from = decides_from - interval '24 hours' where id = ${memberId}`.execute(trx);
	});
}
