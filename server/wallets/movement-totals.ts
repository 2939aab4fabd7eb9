/** Sums under a filter, one line a type. Remembered until the mirror grows: its number of rows is its version. */
import { sql } from "kysely";
import type { MovementTotals } from "#lib/contracts/movement.ts";
import type { SystemContext } from "#server/context.ts";
import { type MovementFilter, matches } from "#server/wallets/movement-rows.ts";

// Enough for the views that people have open; an entry is a few hundred bytes.
const REMEMBERED = 200;
const remembered = new WeakMap<object, Map<string, Promise<MovementTotals>>>();

/** `mirrorRows` is the version of the mirror that the caller read; a newer mirror has another number. */
export function readTotals(system: SystemContext, filter: MovementFilter, mirrorRows: number): Promise<MovementTotals> {
	const memory = remembered.get(system.database) ?? new Map<string, Promise<MovementTotals>>();
	remembered.set(system.database, memory);
	const { currency, type, from, to, minAmount, maxAmount } = filter;
	const { environment, timeZone } = system.config;
	const key = JSON.stringify([environment, timeZone, mirrorRows, currency, type, from, to, minAmount, maxAmount]);
	const known = memory.get(key);
	if (known) return known;
	const asked = sumUp(system, filter);
	memory.set(key, asked);
	asked.catch(() => memory.delete(key));
	for (const oldest of memory.keys()) {
		if (memory.size <= REMEMBERED) break;
		memory.delete(oldest);
	}
	return asked;
}

async function sumUp(system: SystemContext, filter: MovementFilter): Promise<MovementTotals> {
	const { rows } = await sql<MovementTotals[number]>`
		select type, count(*)::integer as count, sum(amount) as amount, sum(fee) as fee from movement
		where ${matches(system, filter)} group by type order by type`.execute(system.database);
	return rows;
}
