/** Rows that are to be paid again, in a new batch, because they ended unpaid. `batch_row.retry_of` names the first payout of each. */
import { type RawBuilder, sql } from "kysely";
import { ENDED_UNPAID_STATES, MAY_COST_STATES, UNPAID_AFTER_PERMIT_STATES } from "#lib/payment-state.ts";
import type { Database } from "#server/store/database.ts";
import { listed } from "#server/store/sql-fragments.ts";

// A line pays a payout of at most a week before. The alarm names some payouts of its amount: until it is explained, it may be any other.
const ALARM_DAYS = 8;

/**
 * Returns the numbers of the batch's rows that a new batch may pay: they ended unpaid, and no line of the wallet and no payout since
 * may have paid them. Such a payout is one of a batch that retries the same row, also with a corrected number, or one of the same facts.
 */
export async function readUnpaidRows(store: Database, batch: string): Promise<number[]> {
	// `offset 0` makes PostgreSQL look up each row by an index: for many unpaid rows it might read whole tables.
	const { rows } = await sql<{ n: number }>`
		with named as (select environment, currency, amount, created_at from payment where id in (
			select jsonb_array_elements_text(told -> 'endedIds') from reconciliation_exception where alarm))
		select own.batch_row as n
		from payment as own join batch_row as line on line.batch_id = own.batch_id and line.n = own.batch_row
		where own.batch_id = ${batch} and own.state in (${listed(ENDED_UNPAID_STATES)})
			and not exists (select from reconciliation_line where payment_id = own.id offset 0)
			and not exists (select from named where own.state in (${listed(UNPAID_AFTER_PERMIT_STATES)})
				and (environment, currency, amount) = (own.environment, own.currency, own.amount)
				and abs(extract(epoch from created_at - own.created_at)) < ${ALARM_DAYS * 86_400})
			and not exists (${retriesOf(sql`coalesce(line.retry_of, own.id)`)})
			and not exists (select from payment as later where later.kind = 'payout' and later.phone_number = own.phone_number
				and later.created_at > own.created_at and later.environment = own.environment and later.currency = own.currency
				and own.amount in (later.amount, later.paid_amount) and later.state in (${MAY_COST}) offset 0)`.execute(store);
	return rows.map(({ n }) => n);
}

/** Returns, by row of the draft, the payouts that may have paid it since other drafts were made of the same unpaid rows. */
export async function findRetries(store: Database, draft: string): Promise<Map<number, string[]>> {
	const { rows } = await sql<{ n: number; id: string }>`select n, again.id from batch_row as line
		cross join lateral (${retriesOf(sql`line.retry_of`)}) as again where line.batch_id = ${draft} and line.retry_of is not null`.execute(
		store,
	);
	return new Map([...Map.groupBy(rows, ({ n }) => n)].map(([n, found]) => [n, found.map(({ id }) => id)]));
}

const MAY_COST = listed(MAY_COST_STATES);

/** SQL: the payout `first` and those of rows that retry it, if they are paid or may be. */
const retriesOf = (first: RawBuilder<unknown>) => sql`
	select id from payment where id = ${first} and state in (${MAY_COST}) union all
	select payment.id from batch_row as retry join payment on payment.batch_id = retry.batch_id and payment.batch_row = retry.n
	where retry.retry_of = ${first} and payment.state in (${MAY_COST})`;
