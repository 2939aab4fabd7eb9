/** Writes down when a payment is checked next, and adds the job for it in the same commit. */

import { nextCheckDelay } from "#server/payments/next-check-delay.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { addCheckJob } from "#server/payments/send-job.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface CheckEnd {
	/** The check failed; the next one comes soon. */
	fault?: boolean;
	retryAfterSeconds?: number | null;
}

/** `payment` as it is after the change or the check that plans this one. */
export async function planCheck(
	trx: DatabaseTransaction,
	at: Date,
	payment: PaymentRow,
	end: CheckEnd = {},
): Promise<void> {
	const since = (date: Date | null) => (date === null ? 0 : at.getTime() - date.getTime());
	const delayMs = nextCheckDelay(
		{
			kind: payment.kind,
			state: payment.state,
			reference: payment.reference,
			hintReference: payment.hint_reference,
			checks: payment.checks,
			sinceSentMs: since(payment.sent_at ?? payment.created_at),
			sinceFinalMs: since(payment.final_at),
			windowLeftMs: payment.payer_deadline ? -since(payment.payer_deadline) : null,
			fault: end.fault ?? false,
			retryAfterSeconds: end.retryAfterSeconds ?? null,
		},
		Math.random(),
	);
	const nextCheckAt = delayMs === null ? null : new Date(at.getTime() + delayMs);
	await trx.updateTable("payment").set({ next_check_at: nextCheckAt }).where("id", "=", payment.id).execute();
	if (delayMs !== null) await addCheckJob(trx, payment, delayMs);
}
