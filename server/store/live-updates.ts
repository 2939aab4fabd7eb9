/** Publishes live updates to every process with PostgreSQL's NOTIFY, which sends at commit and never before. */
import { sql } from "kysely";
import { type LiveUpdate, liveUpdateSchema } from "#lib/contracts/desk-status.ts";
import { readJson } from "#lib/text/read-json.ts";
import type { Database } from "#server/store/database.ts";

export const UPDATES_CHANNEL = "cauri_changes";

export async function publishUpdate(database: Database, update: LiveUpdate): Promise<void> {
	await sql`select pg_notify(${UPDATES_CHANNEL}, ${JSON.stringify(update)})`.execute(database);
}

export function readUpdate(payload: string | undefined): LiveUpdate | null {
	return liveUpdateSchema.safeParse(readJson(payload ?? "")).data ?? null;
}
