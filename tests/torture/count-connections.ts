/** Counts the open connections of the desk's programs: PostgreSQL's default allows 100, three of them for superusers. */
import { setTimeout as pause } from "node:timers/promises";
import type { VictimDatabase } from "#tests/torture/victim-database.ts";

const LOOK_EVERY_MS = 100;

/** Counts until the signal; resolves with the most that were open at once. */
export async function countConnections(victim: VictimDatabase, signal: AbortSignal): Promise<number> {
	let most = 0;
	while (!signal.aborted) {
		const [found] = await victim.query<{ count: number }>(
			"select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and application_name like 'cauri-%'",
		);
		most = Math.max(most, found?.count ?? 0);
		await pause(LOOK_EVERY_MS);
	}
	return most;
}
