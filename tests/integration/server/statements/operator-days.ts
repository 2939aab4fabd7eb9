import type { Pool } from "pg";

/** Sums by operator, from the stored matches and from the lines. */
export function openOperatorDays(pool: Pool) {
	async function readOperatorDays(currency: string) {
		const { rows } = await pool.query(
			`select day::text, operator, type, lines, amount, fee from movement_operator_day
			where currency = $1 and lines <> 0 order by day, operator, type`,
			[currency],
		);
		return rows;
	}

	async function readOperatorLines(currency: string, timeZone: string) {
		const { rows } = await pool.query(
			`select (line.created_at at time zone $2)::date::text as day, operator, type, count(*)::integer as lines,
				sum(line.amount) as amount, sum(fee) as fee
			from reconciliation_line join movement as line on line.id = movement_id join payment on payment.id = payment_id
			where line.currency = $1 and status = 'matched' group by 1, 2, 3 order by 1, 2, 3`,
			[currency, timeZone],
		);
		return rows;
	}
	return { readOperatorDays, readOperatorLines };
}
