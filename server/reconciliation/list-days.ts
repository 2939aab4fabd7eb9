import { type RawBuilder, sql } from "kysely";
import type { DayList, DayProof, DayQuery } from "#lib/contracts/reconciliation.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-candidates.ts";
import { demandWalletKey } from "#server/reconciliation/wallet-key.ts";

/** Days kept, newest first. Throws forbidden, wallet_unknown. */
export async function listDays(context: Context, input: DayQuery): Promise<DayList> {
	demand(context, "reconciliation.read");
	const wallet = demandWalletKey(context, input.currency);
	if (input.month !== undefined)
		return { days: await readMonth(context.database, wallet, input.month), olderDays: false };
	return readKeptDays(context.database, wallet, { before: input.before ?? null, limit: input.limit });
}

/** The days of one month that are kept, newest first. */
export async function readMonth(store: Store, wallet: WalletKey, month: string): Promise<DayProof[]> {
	const { rows } = await sql<{ proof: DayProof }>`
		select distinct on (day) proof from balance_proof
		where environment = ${wallet.environment} and currency = ${wallet.currency}
			and day >= ${`${month}-01`}::date and day < (${`${month}-01`}::date + interval '1 month')::date
		order by day desc, id desc`.execute(store);
	return rows.map(({ proof }) => proof);
}

// Ten years: what a select can offer.
const MOST_MONTHS = 120;

/** Months that have days kept, "2026-11", newest first. From one to the next by the index: the days between are not read. */
export async function readMonths(store: Store, wallet: WalletKey): Promise<string[]> {
	const newest = (before: RawBuilder<unknown>) => sql`(select day from balance_proof
		where environment = ${wallet.environment} and currency = ${wallet.currency} and ${before} order by day desc limit 1)`;
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
	store: Store,
	wallet: WalletKey,
	{ before, limit }: { before: string | null; limit: number },
): Promise<DayList> {
	const { rows } = await sql<{ proof: DayProof }>`
		select distinct on (day) proof from balance_proof
		where environment = ${wallet.environment} and currency = ${wallet.currency}
			and (${before}::date is null or day < ${before}::date)
		order by day desc, id desc limit ${limit + 1}`.execute(store);
	return { days: rows.slice(0, limit).map(({ proof }) => proof), olderDays: rows.length > limit };
}
