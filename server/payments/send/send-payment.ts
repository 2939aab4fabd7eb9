import type { WaitKind } from "#lib/contracts/payment.ts";
import type { SystemContext } from "#server/context.ts";
import { isWalletProved, staysUnproved } from "#server/continuity/continuity-gap.ts";
import { askLife, type Life } from "#server/continuity/life.ts";
import { expirePayment } from "#server/payments/approve/expire-payments.ts";
import { type Move, movePayment } from "#server/payments/move-payment.ts";
import { readFinalFailures } from "#server/payments/payment-settings.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { payoutsOnTheWire } from "#server/payments/payouts-on-the-wire.ts";
import { voidApprovals } from "#server/payments/rules/void-approvals.ts";
import { outcomeOfUnusedPermit, type UnusedPermit } from "#server/payments/send/attempt-outcome.ts";
import { postPayment } from "#server/payments/send/post-payment.ts";
import { checkBalance, checkDesk, type Preflight } from "#server/payments/send/preflight.ts";
import { recordOrFile } from "#server/payments/send/record-or-file.ts";
import {
	type GivenPermit,
	isPermitThere,
	journalled,
	type NoPermit,
	newPermit,
	type Permit,
	takePermit,
} from "#server/payments/send/take-permit.ts";
import { addSendJob, wakeLane } from "#server/payments/send-job.ts";
import { isDatabaseDoubted } from "#server/payments/stop/database-doubt.ts";
import { TIMING, type Timing } from "#server/payments/timing.ts";
import { keepHead } from "#server/store/head-file.ts";
import { journalPermit, journalUnused } from "#server/store/permit-journal.ts";

/** `sent` means: the one attempt was made and its outcome is kept, whatever it was. */
export type SendResult =
	| "sent"
	| "busy"
	| "gone"
	| "other_environment"
	| "stopped"
	| "wallet_unproved"
	| WaitKind
	| "expired"
	| "approvals_missing"
	| "not_sent";

export interface SendInput {
	paymentId: string;
	workerId: string;
	timing?: Timing;
	/** Of the process that sends: when time went missing, the wallet is read first. */
	life?: Life | undefined;
}

/**
 * The one POST of a payment. Safe to call any number of times, from any number of workers: only who gets the permit sends.
 * Service faults become outcomes; throws only when the database is away before the permit.
 */
export async function sendPayment(
	system: SystemContext,
	{ paymentId, workerId, life, timing = TIMING }: SendInput,
): Promise<SendResult> {
	const payment = await system.database
		.selectFrom("payment")
		.selectAll()
		.where("id", "=", paymentId)
		.where("state", "=", "approved")
		.executeTakeFirst();
	if (!payment) return "gone";
	if (await isLaneTaken(system, payment)) return waitForLane(system, payment, timing);
	const [isDoubted, wasAwake, atDesk] = await Promise.all([
		isDatabaseDoubted(system, workerId),
		isAwake(system, payment, life),
		checkDesk(system, payment),
	]);
	if (isDoubted) return "stopped";
	if (!wasAwake) return waitForProof(system, payment);
	const preflight = atDesk ?? (await checkBalance(system, payment, timing));
	if (preflight.result === "go") return sendOnce(system, payment, { workerId, life, timing });
	if (preflight.result === "expired") return (await expirePayment(system, payment)) ? "expired" : "gone";
	if (preflight.result === "approvals_missing")
		return (await askAgain(system, payment, preflight)) ? "approvals_missing" : "gone";
	if (preflight.result === "wait") {
		if ("retryMs" in preflight) await sendLater(system, payment, preflight.retryMs);
		return preflight.why;
	}
	return (await endUnsent(system, payment, preflight)) ? "not_sent" : "gone";
}

/** The words said so far stand, and one more person must agree; but who had not seen the same payment must look again. */
async function askAgain(
	system: SystemContext,
	payment: PaymentRow,
	{ content: told }: Extract<Preflight, { result: "approvals_missing" }>,
): Promise<boolean> {
	const set = { approver_id: null, approved_facts: null };
	const move: Move = { ...told, to: "awaiting_approval", by: "cauri", set };
	return system.database.transaction().execute(async (trx) => {
		const at = system.clock.now();
		const moved = await movePayment(trx, at, payment, move);
		if (moved && told.event === "duplicate_since") await voidApprovals(trx, at, moved);
		if (moved) await wakeLane(trx, moved, system.config.payoutLanes);
		return moved !== null;
	});
}

/** Nothing left the house; who waits behind it goes on. */
async function endUnsent(
	system: SystemContext,
	payment: PaymentRow,
	{ told }: Extract<Preflight, { result: "not_sent" }>,
): Promise<boolean> {
	const move: Move = { ...told, to: "not_sent", by: "cauri" };
	return system.database.transaction().execute(async (trx) => {
		const moved = await movePayment(trx, system.clock.now(), payment, move);
		if (moved?.kind === "payout") await wakeLane(trx, moved, system.config.payoutLanes);
		return moved !== null;
	});
}

async function sendOnce(
	system: SystemContext,
	payment: PaymentRow,
	{ workerId, life, timing }: Pick<SendInput, "workerId" | "life"> & { timing: Timing },
): Promise<SendResult> {
	const elapsedMs = stopwatch(system);
	const [finalFailures, wasAwake] = await Promise.all([
		// Read before the permit: from there to the first byte nothing else may be in the way.
		readFinalFailures(system.database),
		// From here on the stopwatch tells of any sleep; what was slept before is told by the signs of life.
		isAwake(system, payment, life),
	]);
	if (!wasAwake) return waitForProof(system, payment);
	// guard: who-slept-sends-nothing
	const mayStillSend = () => elapsedMs() <= timing.permitFreshMs;
	// The order is the guarantee (docs/payments.md, "From intent to permit"), and nothing else belongs in between: the permit is
	// committed; journal and head are on the disk; it is read back; the POST, if still fresh by both clocks when connected.
	// guard: permit-before-post
	const permit = await takeOrClose(system, payment, newPermit(system, payment, workerId), timing);
	if (permit === "busy") return waitForLane(system, payment, timing);
	if (permit === "wallet_unproved") return waitForProof(system, payment);
	if (permit === "gone" || permit === "stopped") return permit;
	const obstacle = await findObstacle(system, payment, permit);
	const unused = obstacle ?? (mayStillSend() ? null : "not_sent_paused");
	// guard: one-post-per-permit
	const outcome =
		unused === null
			? await postPayment(system, payment, finalFailures, mayStillSend)
			: outcomeOfUnusedPermit(unused, system.clock.now());
	if (outcome.state === "not_sent") await noteUnused(system, permit);
	await recordOrFile(system, permit, outcome, timing);
	return "sent";
}

/**
 * A connection may break when the permit is committed and before we hear of it. Nothing was sent then, and it is said at once:
 * otherwise the wallet would wait for an answer that nobody asked for. A permit that was not committed has nothing to close.
 */
async function takeOrClose(
	system: SystemContext,
	payment: PaymentRow,
	permit: Permit,
	timing: Timing,
): Promise<GivenPermit | NoPermit> {
	try {
		return await takePermit(system, payment, permit, timing);
	} catch (error) {
		await recordOrFile(system, permit, outcomeOfUnusedPermit("not_sent_disk", system.clock.now()), timing);
		throw error;
	}
}

/**
 * The last look before the first byte. The doubt is asked for before the head is kept, so that no head of another database is;
 * the permit after it, since the database may be put back in between. Whatever stands in the way is proof that nothing was sent.
 */
async function findObstacle(
	system: SystemContext,
	payment: PaymentRow,
	permit: GivenPermit,
): Promise<UnusedPermit | null> {
	try {
		if (await isDatabaseDoubted(system, permit.workerId)) return "not_sent_doubted";
		await Promise.all([
			// guard: head-on-disk-before-post
			keepHead(system.config, permit.workerId, permit.head),
			// guard: journal-on-disk-before-post
			journalPermit(system.config, journalled(payment, permit)),
		]);
		// guard: permit-is-read-back
		return (await isPermitThere(system, permit)) ? null : "not_sent_doubted";
	} catch (error) {
		system.log.error({ event: "head_not_kept", payment: permit.paymentId, err: error });
		return "not_sent_disk";
	}
}

/** Nothing was sent of it: when this database is gone one day, people need not look for it. */
async function noteUnused(system: SystemContext, { attemptId, workerId, paymentId }: GivenPermit): Promise<void> {
	try {
		await journalUnused(system.config, { attempt: attemptId, worker: workerId });
	} catch (error) {
		system.log.error({ event: "journal_not_kept", payment: paymentId, err: error });
	}
}

/**
 * No time went missing, and the wallet is proved; its proof wakes what waits. A gap that is found here is open when this returns: the
 * permit, which asks for the wallet again, sees it. A deposit takes nothing from a wallet.
 */
async function isAwake(system: SystemContext, payment: PaymentRow, life: Life | undefined): Promise<boolean> {
	if (payment.kind !== "payout") return true;
	const [isProved] = await Promise.all([isWalletProved(system.database, payment), life && askLife(system, life)]);
	return isProved;
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

/** The proof wakes what waits for it; one that has ended meanwhile need not have seen this payout. */
async function waitForProof(system: SystemContext, payment: PaymentRow): Promise<"wallet_unproved"> {
	if (!(await staysUnproved(system.database, payment))) await sendLater(system, payment, 0);
	return "wallet_unproved";
}

async function sendLater(system: SystemContext, payment: PaymentRow, delayMs: number): Promise<void> {
	await addSendJob(system.database, payment, delayMs);
}

/** By both clocks: one stands still while a machine sleeps, the other can be set. */
function stopwatch(system: SystemContext): () => number {
	const [ticks, time] = [performance.now(), system.clock.now().getTime()];
	return () => Math.max(performance.now() - ticks, system.clock.now().getTime() - time);
}
