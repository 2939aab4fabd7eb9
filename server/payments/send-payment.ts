import type { SystemContext } from "#server/context.ts";
import { outcomeOfStalePermit } from "#server/payments/attempt-outcome.ts";
import { expirePayment } from "#server/payments/expire-payments.ts";
import { keepOutcome } from "#server/payments/keep-outcome.ts";
import { type Move, movePayment } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import { readFinalFailures } from "#server/payments/payment-settings.ts";
import { payoutsOnTheWire } from "#server/payments/payouts-on-the-wire.ts";
import { postPayment } from "#server/payments/post-payment.ts";
import { checkPreflight, type Preflight } from "#server/payments/preflight.ts";
import { addSendJob, wakeLane } from "#server/payments/send-job.ts";
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
	| "approvals_missing"
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
	if (await isLaneTaken(system, payment)) return waitForLane(system, payment, timing);
	const preflight = await checkPreflight(system, payment, timing);
	if (preflight.result === "go") return sendOnce(system, payment, workerId, timing);
	if (preflight.result === "expired") return (await expirePayment(system, payment)) ? "expired" : "gone";
	if (preflight.result === "approvals_missing") return (await askAgain(system, payment)) ? "approvals_missing" : "gone";
	if (preflight.result === "wait") {
		if (preflight.reason === "service_away") await sendLater(system, payment, timing.preflightRetryMs);
		return preflight.reason;
	}
	return (await endUnsent(system, payment, preflight)) ? "not_sent" : "gone";
}

/** The words said so far stand; one more person must agree. */
async function askAgain(system: SystemContext, payment: PaymentRow): Promise<boolean> {
	const set = { approver_id: null, approved_facts: null };
	const move: Move = { to: "awaiting_approval", event: "approvals_missing", by: "cauri", set };
	return system.database.transaction().execute(async (trx) => {
		const moved = await movePayment(trx, system.clock.now(), payment, move);
		if (moved) await wakeLane(trx, moved, system.config.payoutLanes);
		return moved !== null;
	});
}

/** Nothing left the house; who waits behind it goes on. */
async function endUnsent(
	system: SystemContext,
	payment: PaymentRow,
	{ event, note }: Extract<Preflight, { result: "not_sent" }>,
): Promise<boolean> {
	const move: Move = { to: "not_sent", event, note, by: "cauri", set: { reason: note } };
	return system.database.transaction().execute(async (trx) => {
		const moved = await movePayment(trx, system.clock.now(), payment, move);
		if (moved?.kind === "payout") await wakeLane(trx, moved, system.config.payoutLanes);
		return moved !== null;
	});
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
	if (permit === "busy") return waitForLane(system, payment, timing);
	const fresh = elapsedMs() <= timing.permitFreshMs;
	const outcome = fresh ? await postPayment(system, payment, finalFailures) : outcomeOfStalePermit(system.clock.now());
	await keepOutcome(system, permit, outcome, timing);
	return "sent";
}

/** A first look, so that many who wait do not all ask the service for the balance; the permit looks again, and for good. */
async function isLaneTaken(system: SystemContext, payment: PaymentRow): Promise<boolean> {
	if (payment.kind !== "payout") return false;
	return (await payoutsOnTheWire(system.database, payment)).count >= system.config.payoutLanes;
}

async function waitForLane(system: SystemContext, payment: PaymentRow, timing: Timing): Promise<"busy"> {
	await sendLater(system, payment, timing.laneRetryMs);
	return "busy";
}

async function sendLater(system: SystemContext, payment: PaymentRow, delayMs: number): Promise<void> {
	await addSendJob(system.database, payment, delayMs);
}

/** By both clocks: one stands still while a machine sleeps, the other can be set. */
function stopwatch(system: SystemContext): () => number {
	const [ticks, time] = [performance.now(), system.clock.now().getTime()];
	return () => Math.max(performance.now() - ticks, system.clock.now().getTime() - time);
}
