/** Sums under a filter, one line a type. */
import { sql } from "kysely";
import type { MovementTotals } from "#lib/contracts/movement.ts";
import type { SystemContext } from "#server/context.ts";
import { mirrorMemory } from "#server/wallets/mirror-memory.ts";
import { type MovementFilter, matches } from "#server/wallets/movement-rows.ts";

const remember = mirrorMemory<MovementTotals>();

/** `mirrorRows` is the version of the mirror that the caller read; a newer mirror has another number. */
export function readTotals(system: SystemContext, filter: MovementFilter, mirrorRows: number): Promise<MovementTotals> {
	const { currency, type, from, to, minAmount, maxAmount } = filter;
	return remember(system, [mirrorRows, currency, type, from, to, minAmount, maxAmount], async () => {
		const { rows } = await sql<MovementTotals[number]>`
			select type, count(*)::integer as count, sum(amount) as amount, sum(fee) as fee from movement
			where ${matches(system, filter)} group by type order by type`.execute(system.database);
		return rows;
	});
}
