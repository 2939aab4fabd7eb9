/** A wallet's mirror with so many movements, as if they had been read from the service. */
import type { Pool } from "pg";

/** Every three minutes one, back from now; three deposits to each withdrawal. */
export async function fillMirror(
	pool: Pool,
	environment: string,
	{ currency, rows }: { currency: string; rows: number },
): Promise<void> {
	await pool.query(
		`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
		select $1, $3, case when n % 4 = 0 then 'withdrawal' else 'deposit' end, 500 * (1 + n * 7919 % 400), n % 90,
			now() - n * interval '3 minutes', 1, now()
		from generate_series(1, $2::integer) n on conflict do nothing`,
		[environment, rows, currency],
	);
	await pool.query("analyze movement");
}
