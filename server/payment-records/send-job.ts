/** Jobs of sending and checking: each payment has at most one waiting job of either kind, so adding a job again is always safe. */

import { sql } from "kysely";
import { isFinal } from "#lib/payment-state.ts";
import type { Config } from "#server/config.ts";
import { readFreeLanes } from "#server/payment-records/lanes.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { LEAVING_ORDER, selectWaitingPayouts } from "#server/payment-records/waiting-payouts.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { addJobs } from "#server/store/job-queue.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";

/**
 * The queue never retries the job. The permit, not a named queue, limits how many payouts leave at once: a named queue would stay
 * locked for four hours after its worker was killed.
 */
export async function addSendJob(database: Database, payment: Pick<PaymentRow, "id">, delayMs = 0): Promise<void> {
	await addSendJobs(database, [payment], delayMs);
}

async function addSendJobs(
	database: Database,
	payments: readonly Pick<PaymentRow, "id">[],
	delayMs = 0,
): Promise<void> {
	const jobs = payments.map(({ id }) => ({ payload: { paymentId: id }, key: `send:${id}`, delayMs }));
	await addJobs(database, "send_payment", jobs);
}

/** Rechecks of final payments have lower priority: after an outage all are due at once, and people wait for the open ones. */
const PRIORITY = { open: 5, ended: 8 };

export async function addCheckJobs(
	database: Database,
	payments: readonly { payment: Pick<PaymentRow, "id" | "state">; delayMs?: number }[],
): Promise<void> {
	const jobs = payments.map(({ payment: { id, state }, delayMs = 0 }) => {
		const priority = isFinal(state) ? PRIORITY.ended : PRIORITY.open;
		return { payload: { paymentId: id }, key: `check:${id}`, priority, delayMs };
	});
	await addJobs(database, "check_payment", jobs);
}

/** A job that has been locked for longer counts as a dead worker's, and so does a job whose lock is dated this far in the future. */
const AT_WORK_MS = 30_000;

/**
 * Ids of payments whose send job is due or running, found by the index of keys (a ULID begins with a digit): jobs are few, payouts many.
 * A job that failed for good stays in the queue but never runs again, so it is left out.
 */
const HAVE_A_JOB = sql<string>`(select substr(job.key, 6) from graphile_worker.jobs job
	where job.key >= 'send:0' and job.key < 'send:9'
		and case when job.locked_at is null then job.run_at <= now() and job.attempts < job.max_attempts
			else abs(extract(epoch from now() - job.locked_at)) * 1000 < ${AT_WORK_MS} end)`;

/**
 * Wakes waiting payouts in leaving order: one per free lane without a job, and at least `least`, since a job may never reach its permit.
 * If `least` is 1, a running payout counts too: its answer wakes others. A payout that finds no lane waits for the next call.
 */
export async function wakePayouts(trx: Database, wallet: WalletKey, ceiling: number, least = 1): Promise<void> {
	const { free, running } = await readFreeLanes(trx, wallet, { ceiling });
	const needed = running > 0 && least === 1 ? 0 : least;
	if (free <= 0 && needed === 0) return;
	const coming = await selectWaitingPayouts(
		trx,
		wallet,
		sql`(select payment.* from (${HAVE_A_JOB}) as way (id)
			cross join lateral (select * from payment where payment.id = way.id offset 0) as payment)`,
	)
		.modifyFront(PREPARED)
		.select("id")
		.limit(Math.max(free, 0))
		.execute();
	const next = await selectWaitingPayouts(trx, wallet)
		.modifyFront(PREPARED)
		.select("id")
		.where("id", "not in", HAVE_A_JOB)
		.orderBy(LEAVING_ORDER)
		.limit(Math.max(needed, free - coming.length))
		.execute();
	await addSendJobs(trx, next);
}

type Desk = Pick<Config, "environment" | "payoutLanes">;

export async function wakeWallets(
	database: Database,
	{ environment, payoutLanes }: Desk,
	least: number,
): Promise<void> {
	const wallets = await database
		.selectFrom("payment")
		.select("currency")
		.where("kind", "=", "payout")
		.where("state", "=", "approved")
		.where("environment", "=", environment)
		.groupBy("currency")
		.execute();
	for (const { currency } of wallets) await wakePayouts(database, { environment, currency }, payoutLanes, least);
}

/** Wakes the oldest payouts of each wallet after a general stop ends, and every deposit, since its payer waits. */
export async function wakeApproved(trx: DatabaseTransaction, desk: Desk): Promise<void> {
	await wakeWallets(trx, desk, 1);
	const deposits = trx
		.selectFrom("payment")
		.select("id")
		.where("kind", "=", "deposit")
		.where("state", "=", "approved")
		.where("environment", "=", desk.environment);
	await addSendJobs(trx, await deposits.execute());
}
