/** Payments whose answer was lost, and the time that must pass before people may settle them. */
import type { Pool } from "pg";
import type { Payment } from "#lib/contracts/payment.ts";
import { sendPayment } from "#server/payments/send-payment.ts";
import { type PaymentDesk, QUICK } from "#tests/support/payment-desk.ts";

/** Sent by a service that resets the connection. */
export async function lostPayment(desk: PaymentDesk, kind: Payment["kind"], input = {}): Promise<Payment> {
	const payment = kind === "payout" ? await desk.approved(input) : await desk.deposit(input);
	desk.script.post = (respond) => respond.reset();
	await sendPayment(desk.system, { paymentId: payment.id, workerId: "w", timing: QUICK });
	return desk.read(payment);
}

/** As if the permit's deadline had been so many minutes ago: the database's clock cannot be moved, its rows can. */
export async function shiftDeadline(pool: Pool, paymentId: string, minutesAgo: number): Promise<void> {
	const shifted = "deadline_at = now() - $2 * interval '1 minute'";
	await pool.query(`update attempt set ${shifted} where payment_id = $1`, [paymentId, minutesAgo]);
	await pool.query(`update payment set ${shifted} where id = $1`, [paymentId, minutesAgo]);
}
