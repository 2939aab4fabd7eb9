/** Makes a member's second factor a day old by the database clock, so that it and the member's approvals count. */
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";

export async function letFactorsCount(database: Database, memberId: string): Promise<void> {
	await withoutGuards(
		database,
		...["passkey", "totp", "recovery_code"].map(
			(table) => sql`update ${sql.table(table)} set counts_from = counts_from - interval '24 hours'
				where member_id = ${memberId}`,
		),
		sql`update member set decides_from = decides_from - interval '24 hours' where id = ${memberId}`,
	);
}
