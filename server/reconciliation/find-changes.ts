/** What has changed in a wallet since it was last reconciled: types and amounts, each with the stretch of time to look at anew. */
import { sql } from "kysely";
import { transactionTypeOf } from "#lib/payment-state.ts";
import { LINE_AFTER_MS, LINE_BEFORE_MS } from "#server/payments/evidence-window.ts";
import type { Store, Touched, WalletKey } from "#server/reconciliation/read-candidates.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

// A row's times are of the program that sent it, a claim's window is of the database: past its end, too, their clocks may differ.
const CLOCKS_MS = LINE_BEFORE_MS;
const before = sql`${LINE_BEFORE_MS} * interval '1 millisecond'`;
const after = sql`${LINE_AFTER_MS + CLOCKS_MS} * interval '1 millisecond'`;

export interface Progress {
	booksFrom: Date | null;
	lastMovementId: string;
	lastMirrorVersion: string;
}

/** Since when the desk has books of this wallet: from where its first payment may have a line. */
export async function findBooksFrom(store: Store, wallet: WalletKey): Promise<Date | null> {
	const { rows } = await sql<{ books_from: Date | null }>`
		select min(coalesce(sent_at, created_at)) - ${before} as books_from from payment
		where environment = ${wallet.environment} and currency = ${wallet.currency} and ${hasLeft}`.execute(store);
	return rows[0]?.books_from ?? null;
}

/**
 * One entry for each type and amount. `syncedAt`: when the mirror was level; payments whose window has ended since are among them.
 * What was noted as changed is taken off the list: the caller's commit, or nobody, has looked at it.
 */
export async function findChanges(
	store: DatabaseTransaction,
	wallet: WalletKey,
	progress: Progress & { booksFrom: Date },
	syncedAt: Date,
): Promise<Touched[]> {
	const pending = await takePending(store, wallet);
	const of = sql`environment = ${wallet.environment} and currency = ${wallet.currency}`;
	const { rows } = await sql<{ type: string; amount: string; since: Date; until: Date }>`
		with changed as (
			select type, amount, created_at as since, created_at as until from movement
			where id > ${progress.lastMovementId}::bigint and ${of} and created_at >= ${progress.booksFrom}::timestamptz
			union all
			select type, amount, created_at, created_at from movement
			where ${of} and changed_in > ${progress.lastMirrorVersion}::bigint and created_at >= ${progress.booksFrom}::timestamptz
			union all
			select ${typeOf}, counted.amount, ${since}, ${until}
			from payment cross join lateral (values (payment.amount), (payment.paid_amount)) as counted (amount)
			where ${of} and ${hasLeft} and (id = any(${pending.payments}::text[]) or id = any(array(
				select payment_id from reconciliation_payment
				where ${of} and status = 'waiting' and due_at < ${syncedAt}::timestamptz)))
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
// By a permit given here, or in the time that this database has lost.
const hasLeft = sql`(sent_at is not null or may_have_left_until is not null or reference is not null)`;
const since = sql`least(coalesce(sent_at, created_at), processed_at) - ${before}`;
const until = sql`greatest(sent_at, processed_at, send_deadline, payer_deadline, may_have_left_until) + ${after}`;

async function takePending(store: DatabaseTransaction, wallet: WalletKey) {
	const rows = await store
		.deleteFrom("reconciliation_pending")
		.where("environment", "=", wallet.environment)
		.where("currency", "=", wallet.currency)
		.returning(["payment_id", "reference"])
		.execute();
	return {
		payments: [...new Set(rows.flatMap(({ payment_id }) => payment_id ?? []))],
		references: [...new Set(rows.flatMap(({ reference }) => reference ?? []))],
	};
}
