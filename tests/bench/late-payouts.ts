/** A large day: equal payouts whose lines come two hours late, and the cost for open Home pages. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";

/** The payouts are a second apart; their lines are in the mirror two hours later. */
export async function fillLatePayouts(pool: Pool, environment: string, many: number): Promise<void> {
	const made = "now() - interval '1 day' + n * interval '1 second'";
	await pool.query(
		`insert into payment (id, kind, state, environment, amount, currency, operator, operator_name, country, phone_number,
			idempotency_key, request_digest, maker_id, reference, opaque_id, created_at, sent_at, processed_at, final_at)
		select 'late-' || lpad(n::text, 5, '0'), 'payout', 'succeeded', $1, 777, 'XOF', 'mtn-ci', 'MTN', 'CI', '+2250501020304',
			'late-' || n, n::text, (select id from member limit 1), 'LATE-' || n, n::text, ${made}, ${made},
			${made} + interval '2 seconds', ${made} + interval '3 seconds' from generate_series(1, $2::integer) as n`,
		[environment, many],
	);
	await pool.query(
		`insert into payment_event (payment_id, at, state, version, event, by_kind, details)
		select id, final_at, state, 1, 'succeeded', 'service', '{"reference": null, "status": null}' from payment where id like 'late-%'`,
	);
	await pool.query(
		`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
		select $1, 'XOF', 'withdrawal', 777, 8, ${made} + interval '2 hours', 1, now() from generate_series(1, $2::integer) as n`,
		[environment, many],
	);
	await pool.query("analyze");
}

/** Requests the reconciliation; resolves when every payout is reported as late. */
export async function untilReconciled(pool: Pool, many: number): Promise<void> {
	await pool.query(
		`update movement_sync set last_movement_id = (select max(id) from movement where currency = 'XOF') where currency = 'XOF'`,
	);
	await pool.query(`select graphile_worker.add_job('reconcile_wallet', '{"currency": "XOF"}')`);
	for (;;) {
		const { rows } = await pool.query<{ told: number }>(
			"select count(*)::integer as told from reconciliation_exception where told ->> 'kind' = 'late'",
		);
		if ((rows[0]?.told ?? 0) >= many) return;
		await pause(100);
	}
}

export function forgetStalls(folder: string): void {
	for (const name of ["web", "worker"]) writeFileSync(join(folder, `${name}.again`), "");
}

/** The longest stalls since the last reset, in milliseconds. */
export async function readStalls(folder: string): Promise<{ web: number; worker: number }> {
	await pause(300);
	const read = (name: string) => Number(readFileSync(join(folder, `${name}.stall`), "utf8"));
	return { web: read("web"), worker: read("worker") };
}
