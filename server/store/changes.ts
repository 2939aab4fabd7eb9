/** Changes told to every process by PostgreSQL's NOTIFY: sent when the transaction commits, never before. */
import { sql } from "kysely";
import { type Change, changeSchema } from "#lib/contracts/desk-status.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export const CHANGES_CHANNEL = "cauri_changes";

/** Inside a transaction: told at its commit, dropped at its rollback. */
export async function tellChange(database: Database | DatabaseTransaction, change: Change): Promise<void> {
	await sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify(change)})`.execute(database);
}

/** A notification's payload, or null when it is none of ours. */
export function readChange(payload: string | undefined): Change | null {
	try {
		return changeSchema.parse(JSON.parse(payload ?? ""));
	} catch {
		return null;
	}
}
