import { type Selectable, sql } from "kysely";
import { transactionTypeOf } from "#lib/payment-state.ts";
import { LINE_AFTER_MS, LINE_BEFORE_MS } from "#server/payment-records/evidence-window.ts";
import type { Touched } from "#server/reconciliation/matching/read-candidates.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";

// A payment's times come from a program's clock, its window from the database's, so the search is extended by how far these may differ.
const CLOCKS_MS = LINE_BEFORE_MS;
const before = sql`${LINE_BEFORE_MS} * interval '1 millisecond'`;
const after = sql`${LINE_AFTER_MS + CLOCKS_MS} * interval '1 millisecond'`;

export type Progress = Pick<
	Selectable<Tables["reconciliation_wallet"]>,
	"books_from" | "last_movement_id" | "last_mirror_version"
>;

/** Returns the start of our books: the earliest time that a line of our first payment may have; null if none may have been sent. */
export async function findBooksFrom(store: Database, wallet: WalletKey): Promise<Date | null> {
	const { rows } = await sql<{ books_from: Date | null }>`
		select min(least(coalesce(sent_at, created_at), service_sent_at)) - ${before} as books_from from payment
		where ${ofWallet(wallet)} and ${hasLeft}`.execute(store);
	return rows[0]?.books_from ?? null;
}

/**
 * Finds the types and amounts of what changed since `progress`: lines, payments (also those whose wait for a line ended before
 * `syncedAt`, the mirror's last sync) and imports. Deletes the pending rows in this transaction, so a failed run keeps them.
 */
export async function findChanges(
	store: DatabaseTransaction,
	wallet: WalletKey,
	progress: Progress & { books_from: Date },
	syncedAt: Date,
): Promise<Touched[]> {
	const pending = await takePending(store, wallet);
	const of = ofWallet(wallet);
	const { rows } = await sql<{ type: string; amount: string; since: Date; until: Date }>`
		with changed as (
			select type, amount, created_at as since, created_at as until from movement
			where id > ${progress.last_movement_id}::bigint and ${of} and created_at >= ${progress.books_from}::timestamptz
			union all
			select type, amount, created_at, created_at from movement
			where ${of} and changed_in > ${progress.last_mirror_version}::bigint and created_at >= ${progress.books_from}::timestamptz
			union all
			select ${typeOf}, counted.amount, ${since}, ${until}
			from payment cross join lateral (values (payment.amount), (payment.paid_amount)) as counted (amount)
			where ${of} and ${hasLeft} and (id = any(${pending.payments}::text[]) or id = any(array(
				select payment_id from reconciliation_payment
				where ${of} and status = 'waiting' and due_at < ${syncedAt}::timestamptz
				union all select payment_id from reconciliation_decision
				where ${of} and verdict = 'match' and movement_id in (
					select id from movement where ${of} and changed_in > ${progress.last_mirror_version}::bigint))))
			union all
			select transaction_type, amount, coalesce(processed_at, created_at), coalesce(processed_at, created_at) from imported_transaction
			where ${of} and state = 'found' and coalesce(processed_at, created_at) is not null and transaction_type is not null
				and reference = any(${pending.references}::text[])
		)
		select type, amount, min(since) as since, max(until) as until from changed
		where amount is not null group by type, amount order by type, amount`.execute(store);
	return rows.map(({ type, amount, since: from, until: to }) => ({ type, amount, from, to }));
}

const typeOf = sql`case kind when 'deposit' then ${transactionTypeOf("deposit")} else ${transactionTypeOf("payout")} end`;
// The payment was sent, may have been sent in a period that this database lost, or has a reference of the service.
const hasLeft = sql`(sent_at is not null or may_have_left_until is not null or reference is not null)`;
const since = sql`least(coalesce(sent_at, created_at), service_sent_at, processed_at) - ${before}`;
const until = sql`greatest(sent_at, coalesce(processed_at, final_at), send_deadline, payer_deadline, may_have_left_until)
	+ greatest(service_sent_at - sent_at, '0') + ${after}`;

async function takePending(store: DatabaseTransaction, wallet: WalletKey) {
	const rows = await store
		.deleteFrom("reconciliation_pending")
		.where(ofWallet(wallet))
		.returning(["payment_id", "reference"])
		.execute();
	return {
		payments: [...new Set(rows.flatMap(({ payment_id }) => payment_id ?? []))],
		references: [...new Set(rows.flatMap(({ reference }) => reference ?? []))],
	};
}
