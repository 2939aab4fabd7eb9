/** The POST itself, as the service wants it. */
import { parseDecimal } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import { type AttemptOutcome, outcomeOfAnswer, outcomeOfError } from "#server/payments/attempt-outcome.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";

/** Exactly one request, with no transaction open meanwhile. Never throws: whatever happened is the outcome. */
export async function postPayment(
	system: SystemContext,
	payment: PaymentRow,
	finalFailures: ReadonlySet<string>,
): Promise<AttemptOutcome> {
	try {
		const started = await startOnService(system, payment);
		return outcomeOfAnswer(payment, started, finalFailures, system.clock.now());
	} catch (error) {
		system.log.warn({ event: "attempt_failed", payment: payment.id, err: error });
		return outcomeOfError(error, system.clock.now());
	}
}

async function startOnService({ service }: SystemContext, payment: PaymentRow) {
	const { currency, operator, country } = payment;
	const amountMinor = parseDecimal(payment.amount);
	if (amountMinor === null) throw new Error("the amount of a payment is not a decimal");
	const order = { amountMinor, currency, operator, country };
	if (payment.kind === "payout") {
		return service.startPayout({ ...order, destination: payment.phone_number, metadata: payment.metadata ?? {} });
	}
	const phoneNumber = payment.phone_number.replace(/^\+/, "");
	return service.startDeposit({ ...order, phoneNumber, opaqueId: payment.opaque_id });
}
