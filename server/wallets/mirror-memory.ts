/** Caches results computed from a mirror. The caller's key must contain the mirror's version, which each change of its lines raises. */

import type { SystemContext } from "#server/context.ts";

// This is enough for the open pages; an entry is at most a few kilobytes.
const REMEMBERED = 200;

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
