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
	const startedAt = performance.now();
	// Asked afterwards: the answer itself says best what the service's clock was.
	const serviceSentAt = () => system.service.timeAt(startedAt)?.toISOString() ?? null;
	try {
		const started = await startOnService(system, payment);
		const outcome = outcomeOfAnswer(payment, started, finalFailures, system.clock.now());
		return { ...outcome, serviceSentAt: serviceSentAt() };
	} catch (error) {
		system.log.warn({ event: "attempt_failed", payment: payment.id, err: error });
		return { ...outcomeOfError(error, system.clock.now()), serviceSentAt: serviceSentAt() };
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
