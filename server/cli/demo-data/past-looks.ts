/** The looks that a desk would have taken in the last weeks, from the sandbox's own ledger: what its days are proved from. */
import { sql } from "kysely";
import type { Pool } from "pg";
import { openDatabase } from "#server/store/database.ts";

const DAYS = 45;

/** A look every two hours, and one a minute before midnight. Nothing where the desk has looked already. */
export async function insertPastLooks(
	pool: Pool,
	{ environment, currencies, now }: { environment: string; currencies: readonly string[]; now: Date },
): Promise<void> {
	const database = openDatabase(pool);
	for (const currency of currencies) {
		await sql`
			with entry as (
				select journal.at, sum(entry.amount) over (order by journal.at) as balance
				from sandbox.entry join sandbox.journal on journal.id = entry.journal_id
				where entry.account_id = (select account_id from sandbox.wallet where currency = ${currency})
			), moment as (
				select at from generate_series(date_trunc('day', ${now}::timestamptz) - make_interval(days => ${DAYS}),
					${now}::timestamptz - interval '10 minutes', '2 hours') as at
				union select at - interval '1 minute' from generate_series(
					date_trunc('day', ${now}::timestamptz) - make_interval(days => ${DAYS - 1}), date_trunc('day', ${now}::timestamptz), '1 day') as at
			)
			insert into wallet_look (environment, currency, wallet_reference, balance, updated_at, first_fetched_at, fetched_at, kept_at)
			select ${environment}, ${currency}, wallet.reference, seen.balance, seen.at, moment.at, moment.at, moment.at
			from moment cross join lateral (
				select at, balance from entry where entry.at <= moment.at order by entry.at desc limit 1
			) as seen
			join sandbox.wallet on wallet.currency = ${currency}
			where not exists (select from wallet_look where environment = ${environment} and wallet_look.currency = ${currency})
			order by moment.at`.execute(database);
	}
}
