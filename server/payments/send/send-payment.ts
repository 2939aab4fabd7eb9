/** Sends the one POST of a payment after the checks (send-checks.ts) and the permit (take-permit.ts). */
import { sql } from "kysely";
import { groupCalls, lineOfWorker, shareAnswer } from "#lib/group-calls.ts";
import { minorOf } from "#lib/money.ts";
import type { SendObstacle } from "#lib/send-obstacles.ts";
import type { SystemContext, WorkerCall } from "#server/context.ts";
import { DATABASE_MISMATCH, isCopyAwake, stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { readSendingStop } from "#server/continuity/sending-stop.ts";
import { refusesKeys } from "#server/errors.ts";
import type { MayStillSend } from "#server/momo/service.ts";
import { readFinalFailures } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { TIMING, type Timing } from "#server/payment-records/send-timing.ts";
import {
	type AttemptOutcome,
	outcomeOfAnswer,
	outcomeOfError,
	outcomeOfUnusedPermit,
	type UnusedPermit,
} from "#server/payments/send/attempt-outcome.ts";
import { type Permit, readBackPermits } from "#server/payments/send/attempts.ts";
import { meetObstacle } from "#server/payments/send/meet-obstacle.ts";
import { recordOrSaveToFile } from "#server/payments/send/outcome-file.ts";
import { checkBeforePermit, checkPreconditions } from "#server/payments/send/send-checks.ts";
import { type Due, type Sender, takePermit } from "#server/payments/send/take-permit.ts";
import { stopForKeys } from "#server/payments/stop/stop-for-keys.ts";
import { keepHead } from "#server/store/head-file.ts";
import { journalPermit, journalUnused } from "#server/store/permit-journal.ts";

/** `attempted`: the permit has an outcome, even if nothing was sent. `gone`: another worker has the payment, or it no longer waits. */
export type SendResult = "attempted" | "gone" | SendObstacle;

export interface SendInput extends Omit<Sender, "timing"> {
	paymentId: string;
	timing?: Timing;
}

/**
 * Sends an approved payment at most once: of all workers, only the holder of the permit sends. Faults of the service become outcomes.
 * Throws when the database fails before or at the permit, and when an outcome can be neither recorded nor filed.
 */
export async function sendPayment(
	system: SystemContext,
	{ paymentId, workerId, heartbeat, timing = TIMING }: SendInput,
): Promise<SendResult> {
	const payment = await readApproved({ system, workerId, paymentId });
	if (!payment) return "gone";
	const due = { system, payment, sender: { workerId, heartbeat, timing } };
	const obstacle = await checkBeforePermit(due);
	return obstacle ? meetObstacle(system, payment, obstacle) : sendOnce(due);
}

type Asked = WorkerCall & { paymentId: string };

/** Reads payments whose jobs begin together with one query; undefined for a payment that is no longer approved. */
const readApproved = groupCalls<Asked, PaymentRow | undefined>(lineOfWorker, async (asked) => {
	const [{ system }] = asked;
	const ids = asked.map(({ paymentId }) => paymentId);
	const rows = await system.database
		.selectFrom("payment")
		.selectAll()
		.where(sql<boolean>`id = any(${ids})`)
		.where("state", "=", "approved")
		.execute();
	return ids.map((id) => rows.find((row) => row.id === id));
});

async function sendOnce(due: Due): Promise<SendResult> {
	const { system, payment, sender } = due;
	const { workerId, timing } = sender;
	const elapsedMs = stopwatch(system);
	// Reading the balance may have taken long. The preconditions also detect a minute that is missing before the stopwatch started.
	const obstacle = await checkPreconditions(due);
	if (obstacle) return meetObstacle(system, payment, obstacle);
	// The statuses are read before the permit, so that nothing delays the step from permit to first byte.
	const finalFailures = await readFailures({ system, workerId });
	// guard: who-slept-sends-nothing
	const isFresh = () => elapsedMs() <= timing.permitFreshMs;
	let late = null as UnusedPermit | null;
	const mayStillSend = async () => {
		try {
			// A stop committed after the permit still counts while no byte has left.
			const stop = await readSendingStop(system.database);
			// guard: stop-after-permit-is-heeded
			if (stop !== null) late = stop === DATABASE_MISMATCH ? "mismatch_before_sending" : "not_sent_stopped";
		} catch (error) {
			late = "not_sent_disk";
			system.log.error({ event: "stop_not_read", payment: payment.id, err: error });
		}
		// The stopwatch is read last, because the database may answer late.
		return late === null && isFresh();
	};
	// This order is the guarantee (docs/payments.md, "From request to permit"): commit the permit, sync journal and head, read the
	// permit back, and POST only if, after connecting, sending is not stopped and the permit is still fresh by both clocks.
	// guard: permit-before-post
	const permit = await takePermit(due);
	if (permit === "gone") return permit;
	if ("kind" in permit) return meetObstacle(system, payment, permit);
	const unused = (await securePermits({ system, payment, permit })) ?? (isFresh() ? null : "not_sent_paused");
	// guard: one-post-per-permit
	const posted =
		unused === null
			? await postPayment(system, payment, finalFailures, mayStillSend)
			: outcomeOfUnusedPermit(unused, system.clock.now());
	const outcome =
		late !== null && posted.state === "not_sent" ? outcomeOfUnusedPermit(late, system.clock.now()) : posted;
	await recordOrSaveToFile(system, permit, outcome, timing);
	// The note comes last: a crash before it leaves the permit as one that may have been used.
	if (outcome.state === "not_sent") await noteUnused(system, permit);
	if (outcome.state === "refused" && refusesKeys(outcome.httpStatus)) await stopForKeys(system, payment);
	return "attempted";
}

/**
 * Sends at most one request, with no transaction open. `mayStillSend` is called after connecting, before the first byte: after a stop, or
 * on a machine that slept until then, nothing is sent. Never throws: every result is an outcome.
 */
async function postPayment(
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

const readFailures = shareAnswer(lineOfWorker, ({ system }: WorkerCall) => readFinalFailures(system.database));

interface Permitted {
	system: SystemContext;
	payment: PaymentRow;
	permit: Permit;
}

const lineOfCommit = ({ system, permit }: Permitted) => [system.database, permit.workerId, permit.head.hash] as const;

/**
 * Writes the permits of one commit to the disk and checks them once more; null for a permit that may be used, else why it may not. The
 * check for a mismatch comes first, so that no other database's head is stored; the check for a later copy or restore follows.
 */
const securePermits = groupCalls<Permitted, UnusedPermit | null>(lineOfCommit, async (permitted) => {
	const [{ system, permit: first }] = permitted;
	const { head, workerId } = first;
	const none = (unused: UnusedPermit) => permitted.map(() => unused);
	try {
		if (await stopIfDatabaseSuspect({ system, workerId })) return none("mismatch_before_sending");
		await Promise.all([
			// guard: head-on-disk-before-post
			keepHead(system.config, workerId, head),
			// guard: journal-on-disk-before-post
			...permitted.map(({ payment, permit: { attemptId, at, permittedAt } }) =>
				journalPermit(system.config, {
					...{ attempt: attemptId, payment: payment.id, kind: payment.kind, amount: payment.amount },
					...{ currency: payment.currency, number: payment.phone_number, environment: payment.environment },
					...{ at: at.toISOString(), permittedAt: permittedAt.toISOString(), worker: workerId },
				}),
			),
		]);
		const permits = permitted.map(({ permit }) => permit);
		const [isCopied, found] = await Promise.all([isCopyAwake(system, head), readBackPermits(system, permits)]);
		// guard: copy-with-our-heads-is-seen
		if (isCopied) return none("mismatch_before_sending");
		return permits.map(({ attemptId }) => {
			// guard: permit-is-read-back
			if (!found.has(attemptId)) return "mismatch_before_sending";
			return null;
		});
	} catch (error) {
		for (const { payment } of permitted)
			system.log.error({ event: "permit_not_secured", payment: payment.id, err: error });
		return none("not_sent_disk");
	}
});

/** Records in the journal that nothing was sent, so that people need not search for the payment if this database is lost. */
async function noteUnused(system: SystemContext, { attemptId, workerId, paymentId }: Permit): Promise<void> {
	try {
		await journalUnused(system.config, { attempt: attemptId, worker: workerId });
	} catch (error) {
		system.log.error({ event: "journal_not_kept", payment: paymentId, err: error });
	}
}

/** Uses both clocks: one stops while a machine sleeps, the other can be set. */
function stopwatch(system: SystemContext): () => number {
	const [ticks, time] = [performance.now(), system.clock.now().getTime()];
	return () => Math.max(performance.now() - ticks, system.clock.now().getTime() - time);
}
