/** Jobs of sending and watching: one waiting job a payment, so that adding one again is always safe. */
import { sql } from "kysely";
import { isFinal } from "#lib/payment-state.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { payoutsOnTheWire } from "#server/payments/payouts-on-the-wire.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { addJob } from "#server/store/queue.ts";

/**
 * Never retried by the queue. Lanes are kept by the permit and not by a named queue: a killed worker would hold such a
 * queue for four hours.
 */
export async function addSendJob(
	database: Database | DatabaseTransaction,
	payment: Pick<PaymentRow, "id">,
	delayMs = 0,
): Promise<void> {
	const payload = { paymentId: payment.id };
	await addJob(database, "send_payment", payload, { key: `send:${payment.id}`, maxAttempts: 1, delayMs });
}

/** A second check of what has ended gives way: after an outage all are due at once, and people wait for what is open. */
const PRIORITY = { open: 5, ended: 8 };

export async function addCheckJob(
	database: Database | DatabaseTransaction,
	payment: Pick<PaymentRow, "id" | "state">,
	delayMs = 0,
): Promise<void> {
	const key = `check:${payment.id}`;
	const priority = isFinal(payment.state) ? PRIORITY.ended : PRIORITY.open;
	await addJob(database, "check_payment", { paymentId: payment.id }, { key, priority, delayMs });
}

/** A job that runs is at work for no longer than this before its permit: then whoever ran it is dead, and its job with it. */
const AT_WORK_MS = 30_000;

/**
 * A POST has ended: the payouts that wait longest for this wallet go now, one more than there are free lanes, since somebody
 * may come in between. Who is on the way already is left alone; who finds no lane waits again.
 */
export async function wakeLane(
	trx: DatabaseTransaction,
	lane: Pick<PaymentRow, "environment" | "currency">,
	lanes: number,
): Promise<void> {
	const { count } = await payoutsOnTheWire(trx, lane);
	const next = await trx
		.selectFrom("payment")
		.select("id")
		.where("kind", "=", "payout")
		.where("state", "=", "approved")
		.where("environment", "=", lane.environment)
		.where("currency", "=", lane.currency)
		.where(
			sql<boolean>`not exists (select from graphile_worker.jobs job where job.key = 'send:' || payment.id
				and case when job.locked_at is null then job.run_at <= now()
					else job.locked_at > now() - ${AT_WORK_MS} * interval '1 millisecond' end)`,
		)
		.orderBy("created_at")
		.orderBy("id")
		.limit(Math.max(0, lanes - count) + 1)
		.execute();
	for (const payment of next) await addSendJob(trx, payment);
}
