/** Jobs of sending and watching: one waiting job a payment, so that adding one again is always safe. */
import type { PaymentRow } from "#server/payments/payment-line.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { addJob } from "#server/store/queue.ts";

/**
 * Never retried by the queue. Lanes are kept by the permit and not by a named queue: a killed worker would hold such a
 * queue for four hours.
 */
export async function addSendJob(
	database: Database | DatabaseTransaction,
	payment: Pick<PaymentRow, "id">,
	runAt?: Date,
): Promise<void> {
	await addJob(
		database,
		"send_payment",
		{ paymentId: payment.id },
		{ key: `send:${payment.id}`, maxAttempts: 1, ...(runAt ? { runAt } : {}) },
	);
}

export async function addCheckJob(
	database: Database | DatabaseTransaction,
	payment: Pick<PaymentRow, "id">,
	runAt?: Date,
): Promise<void> {
	const key = `check:${payment.id}`;
	await addJob(database, "check_payment", { paymentId: payment.id }, { key, priority: 5, ...(runAt ? { runAt } : {}) });
}

/**
 * A POST has ended: the payouts that wait longest for this wallet go now. One more than the lanes, since the first may be
 * on its way already; who finds no lane waits again.
 */
export async function wakeLane(
	trx: DatabaseTransaction,
	lane: Pick<PaymentRow, "environment" | "currency">,
	lanes: number,
): Promise<void> {
	const next = await trx
		.selectFrom("payment")
		.select("id")
		.where("kind", "=", "payout")
		.where("state", "=", "approved")
		.where("environment", "=", lane.environment)
		.where("currency", "=", lane.currency)
		.orderBy("created_at")
		.orderBy("id")
		.limit(lanes + 1)
		.execute();
	for (const payment of next) await addSendJob(trx, payment);
}
