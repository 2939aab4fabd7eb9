/**
 * Stores in `proved_wallet` up to which balance reading and line a wallet is explained (payments.md rule 26). New readings alone do not
 * move this mark: they may show payouts of another copy of this desk.
 */
import { type Selectable, sql } from "kysely";
import { WAITING_STATES } from "#lib/payment-state.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { LAST_LINE } from "#server/wallets/sync-row.ts";

export type Reach = Pick<Selectable<Tables["proved_wallet"]>, "reading_id" | "movement_id">;

const NEWEST_READING = sql<string | null>`(select max(id) from balance_reading as reading
	where reading.environment = wallet.environment and reading.currency = wallet.currency)`;

/** Returns undefined before the wallet is marked for the first time. */
export async function readExplainedUntil(database: Database, wallet: WalletKey): Promise<Reach | undefined> {
	return database
		.selectFrom("proved_wallet")
		.select(["reading_id", "movement_id"])
		.where(ofWallet(wallet))
		.executeTakeFirst();
}

/** Moves the mark only forward. A missing id leaves its part unchanged; without both ids, everything stored counts as explained. */
export async function keepExplainedUntil(
	store: Database,
	{ environment, currency }: WalletKey,
	{ readingId = null, lineId = null }: { readingId?: string | null; lineId?: string | null } = {},
): Promise<void> {
	const isAll = readingId === null && lineId === null;
	await sql`
		insert into proved_wallet as explained (environment, currency, reading_id, movement_id)
		select environment, currency,
			coalesce(${readingId}::bigint, case when ${isAll} then ${NEWEST_READING} end, 0),
			coalesce(${lineId}::bigint, case when ${isAll} then ${LAST_LINE} end, 0)
		from (select ${environment}::text as environment, ${currency}::text as currency) as wallet
		on conflict (environment, currency) do update set
			reading_id = greatest(explained.reading_id, excluded.reading_id),
			movement_id = greatest(explained.movement_id, excluded.movement_id)`.execute(store);
}

/** Marks everything as explained where no payout waits: a movement until now cannot be a payout that is requested later. */
export async function moveIdleWallets(database: Database): Promise<void> {
	await sql`
		update proved_wallet as explained set reading_id = newest.reading_id, movement_id = newest.movement_id
		from (select environment, currency, greatest(reading_id, ${NEWEST_READING}) as reading_id,
			greatest(movement_id, ${LAST_LINE}) as movement_id from proved_wallet as wallet) as newest
		where newest.environment = explained.environment and newest.currency = explained.currency
			and (newest.reading_id, newest.movement_id) is distinct from (explained.reading_id, explained.movement_id)
			and not exists (select from payment where payment.kind = 'payout' and payment.state = any(${[...WAITING_STATES]}::text[])
				and payment.environment = explained.environment and payment.currency = explained.currency)`.execute(database);
}
