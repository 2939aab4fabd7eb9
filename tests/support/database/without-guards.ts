import { type RawBuilder, sql } from "kysely";
import type { Database } from "#server/store/database.ts";
import { throughAccount } from "#tests/support/database/program-accounts.ts";

/** Writes rows that no verb makes: in one transaction, past the triggers and checks that would refuse them. */
export async function withoutGuards(database: Database, ...statements: readonly RawBuilder<unknown>[]): Promise<void> {
	await throughAccount(database, "owner")
		.transaction()
		.execute(async (trx) => {
			await sql`set local session_replication_role = replica`.execute(trx);
			for (const statement of statements) await statement.execute(trx);
		});
}
