import type { SystemContext } from "#server/context.ts";
import { outcomeOfStalePermit } from "#server/payments/attempt-outcome.ts";
import { expirePayment } from "#server/payments/expire-payments.ts";
import { keepOutcome } from "#server/payments/keep-outcome.ts";
import { type Move, movePayment } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import { readFinalFailures } from "#server/payments/payment-settings.ts";
import { postPayment } from "#server/payments/post-payment.ts";
import { checkPreflight } from "#server/payments/preflight.ts";
import { addSendJob } from "#server/payments/send-job.ts";
import { takePermit } from "#server/payments/take-permit.ts";
import { TIMING, type Timing } from "#server/payments/timing.ts";

/** `sent` means: the one attempt was made and its outcome is kept, whatever it was. */
export type SendResult =
	| "sent"
	| "busy"
	| "gone"
	| "other_environment"
	| "stopped"
	| "service_away"
	| "expired"
	| "not_sent";

/**
 * The one POST of a payment. Safe to call any number of times, from any number of workers: only who gets the permit sends.
 * Service faults become outcomes; throws only when the database is away before the permit.
 */
export async function sendPayment(
	system: SystemContext,
	{ paymentId, workerId, timing = TIMING }: { paymentId: string; workerId: string; timing?: Timing },
): Promise<SendResult> {
	const payment = await system.database
		.selectFrom("payment")
		.selectAll()
		.where("id", "=", paymentId)
		.where("state", "=", "approved")
		.executeTakeFirst();
	if (!payment) return "gone";
	const preflight = await checkPreflight(system, payment, timing);
	if (preflight.result === "go") return sendOnce(system, payment, workerId, timing);
	if (preflight.result === "expired") return (await expirePayment(system, payment)) ? "expired" : "gone";
	if (preflight.result === "wait") {
		if (preflight.reason === "service_away") await sendLater(system, payment, timing.preflightRetryMs);
		return preflight.reason;
	}
	const { event, note } = preflight;
	const move: Move = { to: "not_sent", event, note, by: "cauri", set: { reason: note } };
	const at = system.clock.now();
	const moved = await system.database.transaction().execute((trx) => movePayment(trx, at, payment, move));
	return moved ? "not_sent" : "gone";
}

async function sendOnce(
	system: SystemContext,
	payment: PaymentRow,
	workerId: string,
	timing: Timing,
): Promise<SendResult> {
	// Read before the permit: from there to the first byte nothing else may be in the way.
	const finalFailures = await readFinalFailures(system.database);
	const elapsedMs = stopwatch(system);
	const permit = await takePermit(system, payment, workerId, timing);
	if (permit === "gone") return "gone";
	if (permit === "busy") {
		await sendLater(system, payment, timing.laneRetryMs);
		return "busy";
	}
	const fresh = elapsedMs() <= timing.permitFreshMs;
	const outcome = fresh ? await postPayment(system, payment, finalFailures) : outcomeOfStalePermit(system.clock.now());
	await keepOutcome(system, permit, outcome, timing);
	return "sent";
}

async function sendLater(system: SystemContext, payment: PaymentRow, delayMs: number): Promise<void> {
	await addSendJob(system.database, payment, new Date(system.clock.now().getTime() + delayMs));
}

/** By both clocks: one stands still while a machine sleeps, the other can be set. */
function stopwatch(system: SystemContext): () => number {
	const [ticks, time] = [performance.now(), system.clock.now().getTime()];
	return () => Math.max(performance.now() - ticks, system.clock.now().getTime() - time);
}
