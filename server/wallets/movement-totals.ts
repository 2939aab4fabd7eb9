/** Sums under a filter, one line a type. */
import { sql } from "kysely";
import type { MovementTotals } from "#lib/contracts/movement.ts";
import type { SystemContext } from "#server/context.ts";
import { mirrorMemory } from "#server/wallets/mirror-memory.ts";
import { type MovementFilter, matches } from "#server/wallets/movement-rows.ts";

const remember = mirrorMemory<MovementTotals>();

/** Of lines that stand. `version` is the mirror's as the caller read it; a mirror that changed has another. */
export function readTotals(system: SystemContext, filter: MovementFilter, version: string): Promise<MovementTotals> {
	const { currency, type, from, to, minAmount, maxAmount } = filter;
	return remember(system, [version, currency, type, from, to, minAmount, maxAmount], async () => {
		const { rows } = await sql<MovementTotals[number]>`
			select type, count(*)::integer as count, sum(amount) as amount, sum(fee) as fee from movement
			where ${matches(system, filter)} and withdrawn_at is null group by type order by type`.execute(system.database);
		return rows;
	});
}

/** Lines under a filter that the service took back: few, so they are counted each time. */
export async function countWithdrawn(system: SystemContext, filter: MovementFilter): Promise<number> {
	const { rows } = await sql<{ lines: number }>`
		select count(*)::integer as lines from movement
		where ${matches(system, filter)} and withdrawn_at is not null`.execute(system.database);
	return rows[0]?.lines ?? 0;
}
