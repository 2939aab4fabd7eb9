import { minorOf } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import type { MayStillSend } from "#server/momo/service.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { type AttemptOutcome, outcomeOfAnswer, outcomeOfError } from "#server/payments/send/attempt-outcome.ts";

/**
 * Sends at most one request, with no transaction open. `mayStillSend` is called after connecting, before the first byte: a machine
 * that slept until then sends nothing. Never throws: every result is an outcome.
 */
export async function postPayment(
	system: SystemContext,
	payment: PaymentRow,
	finalFailures: ReadonlySet<string>,
	mayStillSend: MayStillSend,
): Promise<AttemptOutcome> {
	const startedAt = performance.now();
	// This is called after the POST, because the POST's answer gives the best measure of the service's clock.
	const serviceSentAt = () => system.service.timeAt(startedAt)?.toISOString() ?? null;
	try {
		// guard: one-request-per-post
		const started = await startOnService(system, payment, mayStillSend);
		const outcome = outcomeOfAnswer(payment, started, finalFailures, system.clock.now());
		return { ...outcome, serviceSentAt: serviceSentAt() };
	} catch (error) {
		system.log.warn({ event: "attempt_failed", payment: payment.id, err: error });
		return { ...outcomeOfError(error, system.clock.now()), serviceSentAt: serviceSentAt() };
	}
}

async function startOnService({ service }: SystemContext, payment: PaymentRow, mayStillSend: MayStillSend) {
	const { currency, operator, country } = payment;
	const order = { amountMinor: minorOf(payment.amount), currency, operator, country };
	if (payment.kind === "payout") {
		const payout = { ...order, destination: payment.phone_number, metadata: payment.metadata ?? {} };
		return service.startPayout(payout, mayStillSend);
	}
	const phoneNumber = payment.phone_number.replace(/^\+/, "");
	return service.startDeposit({ ...order, phoneNumber, opaqueId: payment.opaque_id }, mayStillSend);
}
