/** What was once worked out of a mirror, remembered until the mirror grows: its number of rows is its version. */
import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";

// Enough for the views that people have open; an entry is at most a few kilobytes.
const REMEMBERED = 200;

/** A memory for one kind of answer: gives the known one for the same key, or asks. A failure is not remembered. */
export function mirrorMemory<Answer>(): (
	system: SystemContext,
	key: readonly unknown[],
	ask: () => Promise<Answer>,
) => Promise<Answer> {
	const remembered = new WeakMap<object, Map<string, Promise<Answer>>>();
	return (system, parts, ask) => {
		const memory = remembered.get(system.database) ?? new Map<string, Promise<Answer>>();
		remembered.set(system.database, memory);
		const key = JSON.stringify([system.config.environment, system.config.timeZone, ...parts]);
		const known = memory.get(key);
		if (known) return known;
		const asked = ask();
		memory.set(key, asked);
		asked.catch(() => memory.delete(key));
		for (const oldest of memory.keys()) {
			if (memory.size <= REMEMBERED) break;
			memory.delete(oldest);
		}
		return asked;
	};
}

/** Rows of the mirror: they are never deleted, so a mirror with as many rows is the same mirror. */
export async function readMirrorRows(system: SystemContext, currency: string): Promise<number> {
	const { rows } = await sql<{ mirror_rows: number }>`
		select mirror_rows from movement_sync
		where environment = ${system.config.environment} and currency = ${currency}`.execute(system.database);
	return rows[0]?.mirror_rows ?? 0;
}
