/** Fills a temporary table with lines listed more or less often than the mirror holds them. */
import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

/**
 * `whole`: the staging table has the whole list. `near`: it has all copies of the changed lines, which the delta names. `added`: the
 * delta's lines come on top of the mirror. Ignores unlisted lines that are not newer than the list's oldest line: the list may be cut.
 */
export type Comparison = { of: "whole" } | { of: "near"; oldest: string } | { of: "added"; isApart: boolean };

export async function findDifference(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	comparison: Comparison,
): Promise<void> {
	await sql`create temporary table movement_differs (created_at timestamptz, type text, amount numeric(20, 2), fee numeric(20, 2),
		listed integer, held integer, standing integer, lacks integer not null default 0) on commit drop`.execute(trx);
	if (comparison.of === "whole") await compareWhole(trx, wallet);
	else if (comparison.of === "near") await compareNear(trx, wallet, comparison.oldest);
	else await compareAdded(trx, wallet, comparison.isApart);
	await sql`analyze movement_differs`.execute(trx);
}

async function compareWhole(trx: DatabaseTransaction, wallet: WalletKey): Promise<void> {
	await sql`
		with seen as (${listed}), held as (
			select created_at, type, amount, fee, count(*)::integer as held,
				(count(*) filter (where withdrawn_at is null))::integer as standing
			from movement where ${ofWallet(wallet, "movement")} group by created_at, type, amount, fee
		)
		insert into movement_differs
		select created_at, type, amount, fee, coalesce(listed, 0), coalesce(held, 0), coalesce(standing, 0)
		from seen full join held using (created_at, type, amount, fee)
		where coalesce(listed, 0) <> coalesce(standing, 0)
			and (listed is not null or created_at > (select min(created_at) from movement_seen))`.execute(trx);
}

async function compareNear(trx: DatabaseTransaction, wallet: WalletKey, oldest: string): Promise<void> {
	await sql`
		with seen as (${listed})
		insert into movement_differs
		select created_at, type, amount, fee, coalesce(listed, 0), held, standing
		from movement_delta as delta left join seen using (created_at, type, amount, fee) cross join lateral (${heldOf(wallet)}) as held
		where coalesce(listed, 0) <> standing and (listed is not null or created_at > ${oldest}::timestamptz)`.execute(trx);
}

/** `isApart`: no line of the mirror has a time of the delta, so the mirror's lines need not be counted. */
async function compareAdded(trx: DatabaseTransaction, wallet: WalletKey, isApart: boolean): Promise<void> {
	const held = isApart ? sql`select 0 as held, 0 as standing` : heldOf(wallet);
	await sql`
		insert into movement_differs
		select created_at, type, amount, fee, standing + change, held, standing
		from movement_delta as delta cross join lateral (${held}) as held`.execute(trx);
}

const listed = sql`select created_at, type, amount, fee, count(*)::integer as listed
	from movement_seen group by created_at, type, amount, fee`;

function heldOf(wallet: WalletKey) {
	return sql`select count(*)::integer as held, (count(*) filter (where withdrawn_at is null))::integer as standing from movement
		where ${ofWallet(wallet, "movement")} and movement.created_at = delta.created_at and movement.type = delta.type
			and movement.amount = delta.amount and movement.fee = delta.fee`;
}

export async function addLines(
	trx: DatabaseTransaction,
	{ environment, currency, now }: WalletKey & { now: Date },
): Promise<{ added: number; firstId: string | null; lastId: string | null }> {
	const { rows } = await sql<{ added: number; first_id: string | null; last_id: string | null }>`
		with added as (
			insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
			select ${environment}, ${currency}, type, amount, fee, created_at, occurrence, ${now}::timestamptz
			from movement_differs cross join lateral generate_series(held + 1, listed) as occurrence
			where listed > held
			order by created_at, type, amount, fee, occurrence
			returning id
		)
		select count(*)::integer as added, min(id) as first_id, max(id) as last_id from added`.execute(trx);
	const { added = 0, first_id: firstId = null, last_id: lastId = null } = rows[0] ?? {};
	return { added, firstId, lastId };
}
