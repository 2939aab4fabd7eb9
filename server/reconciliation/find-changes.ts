/** What has changed in a wallet since it was last reconciled: types and amounts, each with the stretch of time to look at anew. */
import { sql } from "kysely";
import { transactionTypeOf } from "#lib/payment-state.ts";
import type { Facts, Store, WalletKey } from "#server/reconciliation/read-facts.ts";

export interface Progress {
	booksFrom: Date | null;
	lastMovementId: string;
	lastMirrorVersion: string;
	lastEventId: string;
	lastImportAt: Date | null;
}

// Ids are given before they are committed: a younger one may be seen before an older. What is this young is read again.
const UNSETTLED = sql`interval '10 minutes'`;

/** Since when the desk has books of this wallet: five minutes before its first payment left. */
export async function findBooksFrom(store: Store, wallet: WalletKey): Promise<Date | null> {
	const { rows } = await sql<{ books_from: Date | null }>`
		select min(coalesce(sent_at, created_at)) - interval '5 minutes' as books_from from payment
		where environment = ${wallet.environment} and currency = ${wallet.currency} and ${hasLeft}`.execute(store);
	return rows[0]?.books_from ?? null;
}

/** One entry for each type and amount. `syncedAt`: when the mirror was level; payments whose window has ended since are among them. */
export async function findChanges(
	store: Store,
	wallet: WalletKey,
	progress: Progress & { booksFrom: Date },
	syncedAt: Date,
): Promise<Facts[]> {
	const of = sql`environment = ${wallet.environment} and currency = ${wallet.currency}`;
	const { rows } = await sql<{ type: string; amount: string; since: Date; until: Date }>`
		with changed as (
			select type, amount, created_at as since, created_at as until from movement
			where id > ${progress.lastMovementId}::bigint and ${of} and created_at >= ${progress.booksFrom}::timestamptz
			union all
			select type, amount, created_at, created_at from movement
			where ${of} and changed_in > ${progress.lastMirrorVersion}::bigint and created_at >= ${progress.booksFrom}::timestamptz
			union all
			select ${typeOf}, amount, ${since}, ${until} from payment
			where ${of} and ${hasLeft} and id in (
				select payment_id from payment_event where id > ${progress.lastEventId}::bigint
				union all select payment_id from reconciliation_payment
				where ${of} and status = 'waiting' and due_at < ${syncedAt}::timestamptz)
			union all
			select transaction_type, amount, coalesce(processed_at, created_at), coalesce(processed_at, created_at) from imported_transaction
			where ${of} and state = 'found' and coalesce(processed_at, created_at) is not null and transaction_type is not null
				and last_checked_at > ${progress.lastImportAt ?? new Date(0)}::timestamptz - ${UNSETTLED}
		)
		select type, amount, min(since) as since, max(until) as until from changed
		where amount is not null group by type, amount order by type, amount`.execute(store);
	return rows.map(({ type, amount, since: from, until: to }) => ({ type, amount, from, to }));
}

const typeOf = sql`case kind when 'deposit' then ${transactionTypeOf("deposit")} else ${transactionTypeOf("payout")} end`;
// By a permit given here, or in the time that this database has lost.
const hasLeft = sql`(sent_at is not null or deadline_at is not null or reference is not null)`;
const since = sql`least(coalesce(sent_at, created_at), processed_at) - interval '5 minutes'`;
const until = sql`greatest(sent_at, processed_at, deadline_at) + interval '35 minutes'`;

/** How far the next run may begin from, read before the changes are. */
export async function readReach(store: Store, wallet: WalletKey, now: Date): Promise<Omit<Progress, "booksFrom">> {
	const { rows } = await sql<{
		last_movement_id: string;
		last_mirror_version: string;
		last_event_id: string | null;
		last_import_at: Date | null;
	}>`
		select coalesce((select last_movement_id from movement_sync
				where environment = ${wallet.environment} and currency = ${wallet.currency}), 0) as last_movement_id,
			coalesce((select version from movement_sync
				where environment = ${wallet.environment} and currency = ${wallet.currency}), 0) as last_mirror_version,
			(select min(id) - 1 from payment_event where at > ${now}::timestamptz - ${UNSETTLED}
				and id > (select coalesce(max(id), 0) - 20000 from payment_event)) as last_event_id,
			(select max(last_checked_at) from imported_transaction
				where environment = ${wallet.environment} and currency = ${wallet.currency}) as last_import_at`.execute(store);
	const row = rows[0];
	return {
		lastMovementId: row?.last_movement_id ?? "0",
		lastMirrorVersion: row?.last_mirror_version ?? "0",
		lastEventId: row?.last_event_id ?? (await newestEvent(store)),
		lastImportAt: row?.last_import_at ?? null,
	};
}

async function newestEvent(store: Store): Promise<string> {
	const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0) as id from payment_event`.execute(store);
	return rows[0]?.id ?? "0";
}
