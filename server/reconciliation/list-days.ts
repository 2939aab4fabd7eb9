import { type RawBuilder, sql } from "kysely";
import type { DayList, DayProof, DayQuery } from "#lib/contracts/reconciliation.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { withOpenLines } from "#server/reconciliation/open-lines.ts";
import { newestProofs } from "#server/reconciliation/proof/kept-days.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";

/** Lists stored days, newest first. Throws forbidden, wallet_unknown. */
export async function listDays(context: Context, input: DayQuery): Promise<DayList> {
	requirePermission(context, "reconciliation.read");
	const wallet = requireWalletKey(context, input.currency);
	const { database } = context;
	const { days, olderDays } =
		input.month === undefined
			? await readKeptDays(database, wallet, { before: input.before ?? null, limit: input.limit })
			: { days: await readMonth(database, wallet, input.month), olderDays: false };
	return { days: await withOpenLines(database, wallet, days), olderDays };
}

export async function readMonth(store: Database, wallet: WalletKey, month: string): Promise<DayProof[]> {
	const first = sql`${`${month}-01`}::date`;
	const ofMonth = sql`day >= ${first} and day < (${first} + interval '1 month')::date`;
	const { rows } = await newestProofs(wallet, ofMonth).execute(store);
	return rows.map(({ proof }) => proof);
}

// Ten years. The page offers all months in one menu, so there must be a limit.
const MOST_MONTHS = 120;

/** Lists months with stored days as "2026-11", newest first. The query jumps from month to month in the index and reads no other days. */
export async function readMonths(store: Database, wallet: WalletKey): Promise<string[]> {
	const newest = (before: RawBuilder<unknown>) => sql`(select day from balance_proof
		where ${ofWallet(wallet)} and ${before} order by day desc limit 1)`;
	const { rows } = await sql<{ month: string }>`
		with recursive newest (day, place) as (
			select ${newest(sql`true`)}, 1
			union all select ${newest(sql`day < date_trunc('month', newest.day)::date`)}, place + 1 from newest
			where newest.day is not null and place < ${MOST_MONTHS}
		)
		select to_char(day, 'YYYY-MM') as month from newest where day is not null order by day desc`.execute(store);
	return rows.map(({ month }) => month);
}

export async function readKeptDays(
	store: Database,
	wallet: WalletKey,
	{ before, limit }: { before: string | null; limit: number },
): Promise<{ days: DayProof[]; olderDays: boolean }> {
	const kept = newestProofs(wallet, sql`(${before}::date is null or day < ${before}::date)`);
	const { rows } = await sql<{ proof: DayProof }>`${kept} limit ${limit + 1}`.execute(store);
	return { days: rows.slice(0, limit).map(({ proof }) => proof), olderDays: rows.length > limit };
}
