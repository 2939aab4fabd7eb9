/** The longest time between a payment and its line in a wallet: people may settle a payment only after this time. */

import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";

const DAYS = 90;
const NEWEST = 2_000;
// Caps the lag: nobody connects a line with a payment that is more than a week older.
const MOST_DAYS = 7;

/**
 * Returns the longest lag of this wallet's newest matched lines, in milliseconds. A lag runs from the payment's processing to the line's
 * own date or, if later, to the last time that the list brought other lines but not this one. So an outage of the desk is not counted.
 */
export async function readLongestLag(database: Database, { environment, currency }: WalletKey): Promise<number> {
	const { rows } = await sql<{ ms: number }>`
		with matched as (
			select movement.created_at, movement.first_seen_at, payment.processed_at,
				coalesce(payment.service_sent_at - payment.sent_at, interval '0') as clock_difference
			from payment join reconciliation_line as match on match.payment_id = payment.id and match.status = 'matched'
				join movement on movement.id = match.movement_id
			where payment.environment = ${environment} and payment.currency = ${currency}
				and payment.sent_at > now() - make_interval(days => ${DAYS}) and payment.processed_at is not null
			order by payment.sent_at desc limit ${NEWEST}
		), shown as (
			select *, max(first_seen_at) over (order by first_seen_at
				range between unbounded preceding and interval '1 microsecond' preceding) as without_it from matched
		)
		select (extract(epoch from least(coalesce(max(greatest(created_at, without_it + clock_difference) - processed_at), interval '0'),
			make_interval(days => ${MOST_DAYS}))) * 1000)::float8 as ms from shown`.execute(database);
	return Math.max(0, rows[0]?.ms ?? 0);
}
