/** Publishes changes to every process with PostgreSQL's NOTIFY, which sends at commit and never before. */
import { sql } from "kysely";
import { type Change, changeSchema } from "#lib/contracts/desk-status.ts";
import { readJson } from "#lib/text/read-json.ts";
import type { Database } from "#server/store/database.ts";

export const CHANGES_CHANNEL = "cauri_changes";

export async function publishChange(database: Database, change: Change): Promise<void> {
	await sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify(change)})`.execute(database);
}

export function readChange(payload: string | undefined): Change | null {
	return changeSchema.safeParse(readJson(payload ?? "")).data ?? null;
}
