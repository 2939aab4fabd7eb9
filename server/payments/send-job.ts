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

/** Due, or at work and not yet at its permit. */
const ON_ITS_WAY = sql<boolean>`exists (select from graphile_worker.jobs job where job.key = 'send:' || payment.id
	and case when job.locked_at is null then job.run_at <= now()
		else job.locked_at > now() - ${AT_WORK_MS} * interval '1 millisecond' end)`;

/**
 * A POST has ended: the payouts that wait longest for this wallet go now, as many as there are lanes that nobody is on the way
 * to, and one at least: who is on the way may never come to a permit. Who finds no lane waits again, and its look is in vain:
 * of many that end at once each must not wake for all.
 */
export async function wakeLane(
	trx: DatabaseTransaction,
	lane: Pick<PaymentRow, "environment" | "currency">,
	lanes: number,
): Promise<void> {
	const { count } = await payoutsOnTheWire(trx, lane);
	const coming = await selectWaiting(trx, lane).where(ON_ITS_WAY).limit(lanes).execute();
	const next = await selectWaiting(trx, lane)
		.where((of) => of.not(ON_ITS_WAY))
		.orderBy("created_at")
		.orderBy("id")
		.limit(Math.max(1, lanes - count - coming.length))
		.execute();
	for (const payment of next) await addSendJob(trx, payment);
}

function selectWaiting(
	trx: DatabaseTransaction,
	{ environment, currency }: Pick<PaymentRow, "environment" | "currency">,
) {
	return trx
		.selectFrom("payment")
		.select("id")
		.where("kind", "=", "payout")
		.where("state", "=", "approved")
		.where("environment", "=", environment)
		.where("currency", "=", currency);
}
