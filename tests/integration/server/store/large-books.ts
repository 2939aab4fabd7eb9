/** The books of a business after a large year, filled by statements, for the query planner. */
import type { Pool, PoolClient } from "pg";

export interface LargeBooks {
	environment: string;
	currency: string;
	makerId: string;
	approverId: string;
	/** The newest time in all tables. */
	now: Date;
}

/** A million movements, 100,000 payments with events, attempts and matches, 100,000 readings, 200,000 audit entries, 699 days. */
export async function fillLargeBooks(pool: Pool, books: LargeBooks): Promise<void> {
	const client = await pool.connect();
	try {
		// The rows are consistent by construction, and their checks and triggers would take minutes.
		await client.query(
			"set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0; set maintenance_work_mem = '256MB'",
		);
		const { environment, currency, makerId, approverId, now } = books;
		const indexes = await dropIndexes(client);
		const at = `$3::timestamptz`;
		for (const [statement, ...more] of [
			[
				`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
				select $1, $2, case when n % 4 = 0 then 'withdrawal' else 'deposit' end, 500 + n % 997 * 100, n % 7,
					${at} - (1000001 - n) * interval '31 seconds', 1, ${at} from generate_series(1, 1000000) as n`,
			],
			[
				`insert into payment (id, kind, state, environment, amount, currency, operator, operator_name, country, phone_number,
					idempotency_key, request_digest, maker_id, approver_id, reference, opaque_id, created_at, sent_at, processed_at,
					final_at, send_deadline, next_check_at, note, recipient_name)
				select 'payment-' || lpad(n::text, 8, '0'), case when n % 2 = 0 then 'payout' else 'deposit' end,
					case when n > 99980 then 'awaiting_approval' when n > 99960 then 'approved' when n > 99900 then 'pending'
						when n > 99880 then 'unknown' when n % 50 = 0 then 'failed' else 'succeeded' end, $1, 500 + n % 997 * 100, $2,
					'mtn-ci', 'MTN', 'CI', '+22505' || lpad((n % 20000)::text, 8, '0'), n::text, n::text, $4, null, 'REF-' || n,
					n::text, made, case when n <= 99960 then made end, case when n <= 99880 then made + interval '2 seconds' end,
					case when n <= 99880 then made + interval '3 seconds' end, made + interval '1 minute',
					case when n between 97000 and 99960 then made + interval '1 day' end,
					case when n % 3 = 0 then 'Loyer ' || n || ' de ' || (array['Aminata', 'Kouassi', 'Mariam', 'Ibrahima'])[1 + n % 4] end,
					case when n % 3 = 1 then 'Mariam Koffi ' || n end
				from generate_series(1, 100000) as n,
					lateral (select ${at} - (100001 - n) * interval '5 minutes' as made) as time where $5::text is not null`,
				makerId,
				approverId,
			],
			[
				`insert into recipient (id, name, number, country, created_at, created_by)
				select 'recipient-' || n, 'Ndiaye ' || n, '+22505' || lpad(n::text, 8, '0'), 'CI', ${at}, $4
				from generate_series(1, 1000) as n where $1 <> $2`,
				makerId,
			],
			[
				`insert into payment_event (payment_id, at, state, version, event, by_kind, details)
				select id, created_at + place * interval '1 second', state, place, 'succeeded', 'service', '{"reference": null, "status": null}'
				from payment, generate_series(1, 4) as place where environment = $1 and currency = $2 and ${at} is not null`,
			],
			[
				`insert into attempt (id, payment_id, worker_id, permitted_at, send_deadline, answered_at, outcome)
				select 'attempt-' || id, id, 'worker', sent_at, sent_at + interval '1 minute', sent_at, 'accepted' from payment
				where environment = $1 and currency = $2 and sent_at is not null and ${at} is not null`,
			],
			[
				`insert into decision (payment_id, payment_version, member_id, verdict, facts, at)
				select id, 1, $4, 'approve', id, created_at from payment
				where environment = $1 and currency = $2 and kind = 'payout' and ${at} is not null`,
				approverId,
			],
			[
				`insert into reconciliation_line (movement_id, environment, currency, status, how, payment_id, changed_at)
				select n * 9, $1, $2, 'matched', 'time', 'payment-' || lpad(n::text, 8, '0'), ${at} from generate_series(1, 99000) as n
				union all select n * 9 + 1, $1, $2, 'unexplained', null, null, ${at} from generate_series(1, 1000) as n`,
			],
			[
				`insert into reconciliation_line (movement_id, environment, currency, status, how, transaction_reference, changed_at)
				select n * 9 + place, $1, $2, 'matched', 'time', 'FT-' || n || '-' || place, ${at}
				from generate_series(1, 100000) as n, generate_series(2, 6) as place`,
			],
			[
				`insert into balance_reading (environment, currency, wallet_reference, balance, updated_at, first_fetched_at, fetched_at)
				select $1, $2, 'WF-1', 1000000 + n, seen, seen, seen + interval '2 minutes' from generate_series(1, 100000) as n,
					lateral (select ${at} - (100001 - n) * interval '5 minutes' as seen) as time`,
			],
			[
				`insert into audit_entry (at, member_id, action, subject_kind, subject_id, details, previous_hash, hash)
				select ${at} - (200001 - n) * interval '2 minutes', $4, 'payment.requested', 'payment',
					'payment-' || lpad((n / 2)::text, 8, '0'), '{}', n::text, (n + 1)::text
				from generate_series(1, 200000) as n where $1 <> $2`,
				makerId,
			],
			[
				`insert into balance_proof (environment, currency, day, status, proof, computed_at)
				select $1, $2, (${at} - n * interval '1 day')::date, 'no_reading', $4::jsonb || jsonb_build_object('day', (${at} - n * interval '1 day')::date), ${at}
				from generate_series(2, 700) as n`,
				NO_LOOK,
			],
		] as const) {
			await client.query(statement, [environment, currency, now, ...more]);
		}
		await client.query(
			`insert into movement_sync (environment, currency, started_at, synced_at, rows_seen, mirror_rows, last_movement_id)
			select $1, $2, $3, $3, 1000000, 1000000, 1000000`,
			[environment, currency, now],
		);
		await client.query(
			`insert into reconciliation_wallet (environment, currency, books_from, last_movement_id, proved_movement_id, reconciled_at)
			values ($1, $2, $3::timestamptz - interval '2 years', 999990, 999990, $3)`,
			[environment, currency, now],
		);
		for (const statement of indexes) await client.query(statement);
		await client.query("vacuum analyze");
	} finally {
		client.release(true);
	}
}

/** A table without indexes fills several times as fast. Returns the statements that create the indexes again. */
async function dropIndexes(client: PoolClient): Promise<string[]> {
	const { rows } = await client.query<{ name: string; definition: string }>(
		`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
		where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
		[["movement", "payment", "payment_event", "reconciliation_line", "balance_reading", "audit_entry"]],
	);
	for (const { name } of rows) await client.query(`drop index ${name}`);
	return rows.map(({ definition }) => definition);
}

const NO_LOOK = JSON.stringify({
	...{ status: "no_reading", opening: null, closing: null, change: null, explained: null, gap: null, held: "0.00" },
	totals: { count: 0, in: "0.00", out: "0.00", fees: "0.00" },
	provedUntil: null,
	...{ rule: { deposit: "beside", withdrawal: "beside", types: [] }, unsigned: [] },
	explanations: [],
});
