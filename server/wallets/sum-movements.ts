import { sql } from "kysely";
import type { MovementSums, MovementSumsQuery, MovementTotals } from "#lib/contracts/movement.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";
import { type MovementFilter, matches } from "#server/wallets/movement-rows.ts";
import { MOST_BARS, movementTrend, type PeriodSum } from "#server/wallets/movement-trend.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

// Filters by amount or text cannot use the daily sums. For them at most this many lines are added up, unless `whole` asks for all.
const MOST_LINES = 20_000;

/** Counts and adds up the lines that match a filter. Throws `wallet_unknown`. */
export async function sumMovements(
	context: Context,
	input: MovementSumsQuery & { currency: string },
): Promise<Omit<MovementSums, "net" | "unsigned">> {
	requirePermission(context, "movement.read");
	requireWalletKey(context, input.currency);
	const { environment, timeZone } = context.config;
	const sync = await readSyncRow(context.database, { environment, currency: input.currency });
	const { minAmount, maxAmount, name, purpose } = input;
	const isOfDays = ![minAmount, maxAmount, name, purpose].some(Boolean) && sync.days_zone === timeZone;
	const most = input.whole ? null : MOST_LINES;
	const [{ totals, trend }, withdrawn] = await Promise.all([
		isOfDays ? readDaySums(context, input) : { totals: await countTotals(context, input, most), trend: null },
		countWithdrawn(context, input),
	]);
	const total = totals.reduce((sum, { count }) => sum + count, 0);
	const isMore = !isOfDays && total === most && (await hasMore(context, input, most));
	return { total, withdrawn, totals, trend, isAtLeast: isArriving(sync) || isMore };
}

/** Reads the daily sums that each sync and each match stores, for filters without amounts and words. */
async function readDaySums(
	{ database, config }: SystemContext,
	{ currency, type, operator, from, to }: MovementFilter,
): Promise<Pick<MovementSums, "totals" | "trend">> {
	const parts = [sql`environment = ${config.environment}`, sql`currency = ${currency}`];
	if (type !== undefined) parts.push(sql`type = ${type}`);
	if (operator !== undefined) parts.push(sql`operator = ${operator}`);
	if (from !== undefined) parts.push(sql`day >= ${from}::date`);
	if (to !== undefined) parts.push(sql`day <= ${to}::date`);
	const { rows } = await sql<PeriodSum>`
		with days as (
			select * from ${sql.table(operator === undefined ? "movement_day" : "movement_operator_day")}
			where ${sql.join(parts, sql` and `)} and lines <> 0),
		span as (select case when max(day) - min(day) < ${MOST_BARS} then 'day'
			when max(day) - min(day) < ${7 * MOST_BARS} then 'week' else 'month' end as unit from days)
		select unit, date_trunc(unit, day::timestamp)::date::text as begins, min(day)::text as first, max(day)::text as last, type,
			sum(lines)::integer as count, sum(amount)::numeric(30, 2) as amount, sum(fee)::numeric(30, 2) as fee
		from days, span group by 1, 2, type order by type`.execute(database);
	return { totals: totalsOf(rows), trend: movementTrend(rows) };
}

function totalsOf(sums: readonly PeriodSum[]): MovementTotals {
	const byType = Map.groupBy(sums, ({ type }) => type);
	const sumOf = (of: readonly PeriodSum[], field: "amount" | "fee") =>
		toDecimal(of.reduce((sum, row) => sum + minorOf(row[field]), 0n));
	return [...byType].map(([type, of]) => {
		const count = of.reduce((sum, row) => sum + row.count, 0);
		return { type, count, amount: sumOf(of, "amount"), fee: sumOf(of, "fee") };
	});
}

async function countTotals(
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

async function hasMore(system: SystemContext, filter: MovementFilter, most: number): Promise<boolean> {
	const { rows } = await sql`
		select from movement where ${matches(system, filter)} and withdrawn_at is null limit 1 offset ${most}`.execute(
		system.database,
	);
	return rows.length > 0;
}

/** Withdrawn lines are few, so they are counted each time. */
async function countWithdrawn(system: SystemContext, filter: MovementFilter): Promise<number> {
	const { rows } = await sql<{ lines: number }>`
		select count(*)::integer as lines from movement
		where ${matches(system, filter)} and withdrawn_at is not null`.execute(system.database);
	return rows[0]?.lines ?? 0;
}
