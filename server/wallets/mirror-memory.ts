/** What was once worked out of a mirror, remembered until the mirror changes. */
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

/** One more each time that a line came, was withdrawn or came back: a mirror of the same version is the same mirror. */
export async function readMirrorVersion(system: SystemContext, currency: string): Promise<string> {
	const { rows } = await sql<{ version: string }>`
		select version from movement_sync
		where environment = ${system.config.environment} and currency = ${currency}`.execute(system.database);
	return rows[0]?.version ?? "0";
}
