/** Writes down what an attempt came to, in one commit, and only where the attempt is ours and has no answer yet. */
import type { Cause } from "#lib/causes.ts";
import { AWAITING_ANSWER_STATES, canMove } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { refusesKeys } from "#server/errors.ts";
import { type Happening, type Move, movePayment, recordHappening } from "#server/payments/move-payment.ts";
import { payerWindowEnd } from "#server/payments/payer-instructions.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { planCheck } from "#server/payments/plan-check.ts";
import type { AttemptOutcome } from "#server/payments/send/attempt-outcome.ts";
import { keepUnlessKnown } from "#server/payments/send/keep-orphan-answer.ts";
import type { Permit } from "#server/payments/send/take-permit.ts";
import { wakeLane } from "#server/payments/send-job.ts";
import { stopSending } from "#server/payments/stop/sending-stop.ts";
import { placeTransaction } from "#server/payments/watch/reference-window.ts";
import { isTakenReference } from "#server/payments/watch/taken-reference.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** `known`: this attempt already has its answer. `kept`: this database does not have the attempt; the answer is kept beside. */
export type Recorded = "recorded" | "known" | "kept";

export async function recordOutcome(system: SystemContext, permit: Permit, outcome: AttemptOutcome): Promise<Recorded> {
	try {
		return await system.database.transaction().execute((trx) => record(system, trx, permit, outcome));
	} catch (error) {
		if (!isTakenReference(error)) throw error;
		return system.database.transaction().execute((trx) => record(system, trx, permit, withoutReference(outcome)));
	}
}

/** One reference, one payment: the second that is told the same one goes to people. */
function withoutReference(outcome: AttemptOutcome): AttemptOutcome {
	return {
		...outcome,
		state: "needs_review",
		content: { event: "reference_reused", details: { otherReference: outcome.reference } },
		reference: null,
		hintReference: outcome.reference,
	};
}

async function record(
	system: SystemContext,
	trx: DatabaseTransaction,
	permit: Permit,
	outcome: AttemptOutcome,
): Promise<Recorded> {
	const at = system.clock.now();
	// guard: orphan-answer-is-kept
	if (!(await closeAttempt(trx, permit, outcome))) return keepUnlessKnown(system, trx, permit, outcome);
	const payment = await trx
		.selectFrom("payment")
		.selectAll()
		.where("id", "=", permit.paymentId)
		.forUpdate()
		.executeTakeFirstOrThrow();
	const own = await withoutOlderReference(trx, payment, outcome);
	const move = await moveOf(trx, payment, own);
	const also = (moved: PaymentRow) => planCheck(trx, at, moved);
	const moved = move === null ? null : await movePayment(trx, at, payment, { ...move, also });
	if (!moved) {
		await recordHappening(trx, at, payment, lateAnswer(own));
		await keepHint(trx, at, payment, own);
	}
	const { httpStatus } = own;
	if (own.state === "refused" && refusesKeys(httpStatus)) {
		await stopSending(trx, at, { httpStatus, paymentId: payment.id });
	}
	if (payment.kind === "payout") await wakeLane(trx, payment, system.config.payoutLanes);
	return "recorded";
}

/** An answer to our POST that names a transaction from before it: somebody else's, or the answer of an earlier one. */
async function withoutOlderReference(
	trx: DatabaseTransaction,
	payment: PaymentRow,
	outcome: AttemptOutcome,
): Promise<AttemptOutcome> {
	const { reference, createdAt, serviceSentAt } = outcome;
	if (reference === null || !createdAt) return outcome;
	// The answer's own word on the time goes before what was heard earlier.
	const service_sent_at = serviceSentAt ? new Date(serviceSentAt) : payment.service_sent_at;
	const placed = await placeTransaction(trx, { ...payment, service_sent_at }, new Date(createdAt));
	// guard: older-success-is-not-believed
	if (placed !== "older") return outcome;
	return {
		...outcome,
		state: "needs_review",
		content: { event: "reference_older", details: { otherReference: reference, createdAt } },
		reference: null,
		hintReference: reference,
	};
}

async function closeAttempt(trx: DatabaseTransaction, permit: Permit, outcome: AttemptOutcome): Promise<boolean> {
	const closed = await trx
		.updateTable("attempt")
		.set({
			answered_at: new Date(outcome.answeredAt),
			outcome: outcome.state,
			http_status: outcome.httpStatus,
			excerpt: outcome.excerpt,
		})
		.where("id", "=", permit.attemptId)
		.where("payment_id", "=", permit.paymentId)
		.where("worker_id", "=", permit.workerId)
		// guard: one-answer-per-attempt
		.where("answered_at", "is", null)
		.returning("id")
		.executeTakeFirst();
	return closed !== undefined;
}

/** What the answer leads to; null when it is only evidence: it came after recovery and does not say more than is known. */
async function moveOf(trx: DatabaseTransaction, payment: PaymentRow, outcome: AttemptOutcome): Promise<Move | null> {
	const { state, content, reference, hintReference } = outcome;
	// Somebody attached a reference meanwhile, and the real answer names another one.
	const isOther = payment.reference !== null && reference !== null && payment.reference !== reference;
	if (isOther && canMove(payment.state, "needs_review")) {
		const details = { differing: [], otherReference: reference, cause: null };
		return { to: "needs_review", event: "contradiction", by: "service", details, set: { hint_reference: reference } };
	}
	// guard: late-answer-moves-nothing
	if (!AWAITING_ANSWER_STATES.includes(payment.state)) return null;
	// guard: answer-moves-as-listed
	if (!canMove(payment.state, state)) return null;
	const said = outcome.httpStatus !== null;
	return {
		...content,
		to: state,
		by: said ? "service" : "cauri",
		set: {
			reference,
			hint_reference: hintReference,
			service_status: outcome.serviceStatus,
			// Without the reference it is not this payment's.
			...(reference && outcome.saidAmount ? { said_amount: outcome.saidAmount } : {}),
			...(reference && outcome.saidCurrency ? { said_currency: outcome.saidCurrency } : {}),
			...(outcome.opaqueId === null ? {} : { opaque_id: outcome.opaqueId }),
			payment_url: outcome.paymentUrl,
			qr_code: outcome.qrCode,
			processed_at: outcome.processedAt === null ? null : new Date(outcome.processedAt),
			...(outcome.createdAt ? { service_created_at: new Date(outcome.createdAt) } : {}),
			...(outcome.serviceSentAt ? { service_sent_at: new Date(outcome.serviceSentAt) } : {}),
			failure_cause: causeOf(outcome),
			...(state === "pending" ? { payer_deadline: await payerWindowEnd(trx, payment) } : {}),
		},
	};
}

/** An answer that came late and broke off after its reference: who knows nothing asks about it, as if it had come in time. */
async function keepHint(
	trx: DatabaseTransaction,
	at: Date,
	payment: PaymentRow,
	outcome: AttemptOutcome,
): Promise<void> {
	const { hintReference: hint_reference } = outcome;
	if (payment.state !== "unknown" || payment.hint_reference !== null || hint_reference === null) return;
	await trx.updateTable("payment").set({ hint_reference }).where("id", "=", payment.id).execute();
	await planCheck(trx, at, { ...payment, hint_reference });
}

function causeOf({ content: { details } }: AttemptOutcome): Cause | null {
	return "cause" in details ? details.cause : null;
}

function lateAnswer(outcome: AttemptOutcome): Happening {
	const { state, serviceStatus: status, content } = outcome;
	const reference = outcome.reference ?? outcome.hintReference;
	const said = { cause: causeOf(outcome), words: "words" in content.details ? content.details.words : null };
	const details = { outcome: state, reference, status, ...said };
	return { event: "late_answer", by: "service", details };
}
