/**
 * How many payouts of a wallet may be on their way at once, by how the service answered the ones before: one more after a round
 * of quick answers, half after a slow, lost or refused one.
 */
import { sql } from "kysely";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** One payout's POST. `waitedMs`: how long the answer took, or has not come so far. */
export interface PostAnswer {
	waitedMs: number;
	/** The service took the payout, or said of this payout alone why not. False: no answer, or one about its own state. */
	isWell: boolean;
}

/** So many answers take a wallet from one lane to sixteen. */
export const ANSWERS_WEIGHED = 128;
/** Slower answers say that the service has enough to do. Operators take up to two seconds when all is well. */
export const QUICK_MS = 4_000;

/** Older answers say nothing about the service now. */
const WITHIN_MS = 10 * 60_000;

/** `ceiling`: PAYOUT_LANES. */
export async function readLanes(
	database: Database | DatabaseTransaction,
	{ environment, currency }: Pick<PaymentRow, "environment" | "currency">,
	ceiling: number,
): Promise<number> {
	if (ceiling === 1) return 1;
	const { rows } = await sql<{ waited_ms: number; is_well: boolean; hangs: boolean }>`
		select waited_ms, is_well, hangs from (
			select attempt.permitted_at, (extract(epoch from coalesce(answered_at - sent_at, now() - permitted_at)) * 1000)::float8 as waited_ms,
				coalesce(http_status between 200 and 499 and http_status not in (408, 429), false) as is_well,
				answered_at is null and state = 'sending' as hangs
			from attempt join payment on payment.id = attempt.payment_id
			where kind = 'payout' and environment = ${environment} and currency = ${currency}
				and permitted_at > now() - ${WITHIN_MS} * interval '1 millisecond'
				and (answered_at is not null or permitted_at < now() - ${QUICK_MS} * interval '1 millisecond')
			order by permitted_at desc limit ${ANSWERS_WEIGHED}
		) as newest order by permitted_at`.execute(database);
	const answers = rows.map((row) => ({ waitedMs: row.waited_ms, isWell: row.is_well }));
	// One POST that hangs for two minutes holds up nobody else.
	return Math.min(ceiling, laneCount(answers, ceiling) + rows.filter(({ hangs }) => hangs).length);
}

/** `answers`: the newest ones, oldest first. At least one, at most `ceiling`. */
export function laneCount(answers: readonly PostAnswer[], ceiling: number): number {
	let lanes = 1;
	for (const { waitedMs, isWell } of answers)
		lanes = isWell && waitedMs <= QUICK_MS ? Math.min(ceiling, lanes + 1 / Math.floor(lanes)) : Math.max(1, lanes / 2);
	return Math.floor(lanes);
}
