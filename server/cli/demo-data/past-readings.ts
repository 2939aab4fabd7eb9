import { sql } from "kysely";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import { keepHeartbeat } from "#server/continuity/heartbeat.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { insertAll } from "#server/store/sql-fragments.ts";
import { markSynced } from "#server/wallets/sync-row.ts";

const DAYS = 45;

/** Adds a balance reading for every two hours and for 23:59 of each of the last 45 days. Skips a wallet that already has readings. */
export async function insertPastReadings(
	database: Database,
	{ environment, currencies, now }: { environment: string; currencies: readonly string[]; now: Date },
): Promise<void> {
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
			insert into balance_reading (environment, currency, wallet_reference, balance, updated_at, first_fetched_at, fetched_at, kept_at)
			select ${environment}, ${currency}, wallet.reference, seen.balance, seen.at, moment.at, moment.at, moment.at
			from moment cross join lateral (
				select at, balance from entry where entry.at <= moment.at order by entry.at desc limit 1
			) as seen
			join sandbox.wallet on wallet.currency = ${currency}
			where not exists (select from balance_reading where environment = ${environment} and balance_reading.currency = ${currency})
			order by moment.at`.execute(database);
	}
}

/** Inserts movement lines and a worker heartbeat as if the desk had already run, so that the first start looks like a usual morning. */
export async function insertPastMirror(
	database: Database,
	{ environment, currencies, now }: { environment: string; currencies: readonly string[]; now: Date },
): Promise<void> {
	for (const currency of currencies) {
		await sql`
			insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
			select ${environment}, currency, type, amount, fee, created_at,
				row_number() over (partition by created_at, type, amount, fee order by id), created_at
			from sandbox.movement
			where currency = ${currency} and created_at <= ${now}::timestamptz
				and (shown_from is null or shown_from <= ${now}::timestamptz)
				and not exists (select from movement where environment = ${environment} and currency = ${currency})
			order by created_at, id`.execute(database);
		await markSynced(database, { environment, currency }, now);
	}
	await keepHeartbeat(database, "worker-of-the-past");
}

/** Inserts transactions that were started in the service's own portal, as if an accountant had imported their references later. */
export async function insertPastImports(
	trx: DatabaseTransaction,
	past: readonly PastTransaction[],
	{ environment, importedBy, at }: { environment: string; importedBy: string; at: Date },
): Promise<void> {
	const rows = past
		.filter(({ status }) => status === "success")
		// Newest first, as the portal lists them, so `position` is the place in that list.
		.toReversed()
		.map((transaction, position) => ({
			...{ environment, reference: transaction.reference, state: "found" as const, position, checks: 1 },
			transaction_type: transaction.kind === "deposit" ? "deposit" : "withdrawal",
			...{ amount: transaction.amount, currency: transaction.currency, service_status: transaction.status },
			...{ created_at: transaction.created_at, processed_at: transaction.processed_at },
			...{ imported_by: importedBy, imported_at: at, last_checked_at: at, next_check_at: null },
		}));
	await insertAll(trx, "imported_transaction", rows).execute();
}
