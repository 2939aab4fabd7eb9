/** Sums under a filter, one line a type, of lines that stand. */
import { sql } from "kysely";
import type { MovementTotals } from "#lib/contracts/movement.ts";
import type { SystemContext } from "#server/context.ts";
import { type MovementFilter, matches } from "#server/wallets/movement-rows.ts";

/** Of filters without amounts, from the sums that each sync keeps: as many rows as there are days. */
export async function readDayTotals(
	{ database, config }: SystemContext,
	{ currency, type, from, to }: MovementFilter,
): Promise<MovementTotals> {
	const parts = [sql`environment = ${config.environment}`, sql`currency = ${currency}`];
	if (type !== undefined) parts.push(sql`type = ${type}`);
	if (from !== undefined) parts.push(sql`day >= ${from}::date`);
	if (to !== undefined) parts.push(sql`day <= ${to}::date`);
	const { rows } = await sql<MovementTotals[number]>`
		select type, sum(lines)::integer as count, sum(amount)::numeric(30, 2) as amount, sum(fee)::numeric(30, 2) as fee
		from movement_day where ${sql.join(parts, sql` and `)} group by type order by type`.execute(database);
	return rows;
}

/** From the lines themselves, so many of them at most. */
export async function countTotals(
	system: SystemContext,
	filter: MovementFilter,
	most: number | null,
): Promise<MovementTotals> {
	const { rows } = await sql<MovementTotals[number]>`
		select type, count(*)::integer as count, sum(amount) as amount, sum(fee) as fee from (
			select type, amount, fee from movement where ${matches(system, filter)} and withdrawn_at is null
			limit ${most}::integer) as line
		group by type order by type`.execute(system.database);
	return rows;
}

/** Lines under a filter that the service took back: few, so they are counted each time. */
export async function countWithdrawn(system: SystemContext, filter: MovementFilter): Promise<number> {
	const { rows } = await sql<{ lines: number }>`
		select count(*)::integer as lines from movement
		where ${matches(system, filter)} and withdrawn_at is not null`.execute(system.database);
	return rows[0]?.lines ?? 0;
}
