import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";

/** Resolves when `count` connections to this test's database wait for a lock. */
export async function untilWaiting(database: Database, count: number): Promise<void> {
	const held = sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock'`;
	for (let waiting = 0; waiting < count; ) waiting = (await held.execute(database)).rows[0]?.waiting ?? 0;
}
