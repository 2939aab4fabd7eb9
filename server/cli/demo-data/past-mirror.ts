/** The lines that a desk would have read by now, and the last sign of life of its worker: the first start is a usual morning. */

import { sql } from "kysely";
import type { Pool } from "pg";
import { signOfLife } from "#server/continuity/life.ts";
import { openDatabase } from "#server/store/database.ts";
import { noteLevel } from "#server/wallets/sync-row.ts";

export async function insertPastMirror(
	pool: Pool,
	{ environment, currencies, now }: { environment: string; currencies: readonly string[]; now: Date },
): Promise<void> {
	const database = openDatabase(pool);
	for (const currency of currencies) {
		await sql`
			insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
			select ${environment}, currency, type, amount, fee, created_at,
				row_number() over (partition by created_at, type, amount, fee order by id), created_at
			from sandbox.movement
			where currency = ${currency} and created_at <= ${now}::timestamptz
				and (shown_from is null or shown_from <= ${now}::timestamptz)
				and not exists (select from movement where environment = ${environment} and currency = ${currency})
			order by created_at, id`.execute(database);
		await noteLevel(database, { environment, currency }, now);
	}
	await signOfLife(database, "worker-of-the-past");
}
