/** Fills a wallet's mirror with movements, as if they had been read from the service. */
import type { Pool } from "pg";

const SLICE = 50_000;

/** One line every three minutes, back from now; three deposits for each withdrawal. */
export async function fillMirror(
	pool: Pool,
	environment: string,
	{ currency, rows }: { currency: string; rows: number },
): Promise<void> {
	// In slices, because a statement of the pool may take a minute at most.
	for (let from = 1; from <= rows; from += SLICE) {
		await pool.query(
			`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
			select $1, $3, case when n % 4 = 0 then 'withdrawal' else 'deposit' end, 500 * (1 + n::bigint * 7919 % 400), n % 90,
				now() - n * interval '3 minutes', 1, now()
			from generate_series($4::integer, $2::integer) n on conflict do nothing`,
			[environment, Math.min(rows, from + SLICE - 1), currency, from],
		);
	}
	// As at the end of a sync: exports and sums reach as far as the mirror's row says.
	await pool.query(
		`update movement_sync set (last_movement_id, mirror_rows) = (select max(id), count(*) from movement
			where environment = $1 and currency = $2)
		where environment = $1 and currency = $2`,
		[environment, currency],
	);
	const { rows: kept } = await pool.query<{ zone: string }>(
		"select to_jsonb(movement_sync) ->> 'days_zone' as zone from movement_sync where currency = $1",
		[currency],
	);
	if (kept[0]?.zone) await sumDays(pool, currency, kept[0].zone);
	await pool.query("analyze");
}

/** Writes the daily sums as a sync does. */
async function sumDays(pool: Pool, currency: string, zone: string): Promise<void> {
	await pool.query("delete from movement_day where currency = $1", [currency]);
	await pool.query(
		`insert into movement_day (environment, currency, day, type, lines, amount, fee)
		select environment, currency, (created_at at time zone $2)::date, type, count(*), sum(amount), sum(fee)
		from movement where currency = $1 and withdrawn_at is null group by 1, 2, 3, 4`,
		[currency, zone],
	);
}
