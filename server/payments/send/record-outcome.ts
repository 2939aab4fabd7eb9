/** Records an attempt's outcome in one commit, only where the attempt is ours and has no answer yet. */
import type { Cause } from "#lib/causes.ts";
import { AWAITING_ANSWER_STATES, canMove } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import {
	type Move,
	movePayment,
	type NewPaymentEvent,
	recordPaymentEvent,
} from "#server/payment-records/move-payment.ts";
import { planCheck } from "#server/payment-records/next-check-delay.ts";
import { payerWindowEnd } from "#server/payment-records/payer-instructions.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { wakeLane } from "#server/payment-records/send-job.ts";
import type { AttemptOutcome } from "#server/payments/send/attempt-outcome.ts";
import type { Permit } from "#server/payments/send/take-permit.ts";
import { placeTransaction } from "#server/payments/watch/reference-window.ts";
import { isTakenReference } from "#server/payments/watch/taken-reference.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** `known`: the attempt has its answer already. `kept`: this database lacks the attempt; the answer is stored separately. */
export type Recorded = "recorded" | "known" | "kept";

export async function recordOutcome(system: SystemContext, permit: Permit, outcome: AttemptOutcome): Promise<Recorded> {
	try {
		return await system.database.transaction().execute((trx) => record(system, trx, permit, outcome));
	} catch (error) {
		if (!isTakenReference(error)) throw error;
		return system.database.transaction().execute((trx) => record(system, trx, permit, withoutReference(outcome)));
	}
}

/** A reference belongs to one payment: people must review a second payment that gets the same one. */
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
		await recordPaymentEvent(trx, at, payment, lateAnswer(own));
		await keepHint(trx, at, payment, own);
	}
	if (payment.kind === "payout") await wakeLane(trx, payment, system.config.payoutLanes);
	return "recorded";
}

/** The answer names a transaction older than our POST: another sender's, or an earlier payment's. */
async function withoutOlderReference(
	trx: DatabaseTransaction,
	payment: PaymentRow,
	outcome: AttemptOutcome,
): Promise<AttemptOutcome> {
	const { reference, createdAt, serviceSentAt } = outcome;
	if (reference === null || !createdAt) return outcome;
	// The service time in this answer takes precedence over an earlier one.
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

/** The move that the answer causes; null when it came after recovery and adds nothing, so that it is only evidence. */
async function moveOf(trx: DatabaseTransaction, payment: PaymentRow, outcome: AttemptOutcome): Promise<Move | null> {
	const { state, content, reference, hintReference } = outcome;
	// People attached a reference meanwhile, and the real answer names another one.
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
			// Without a claimed reference the amount is not this payment's.
			...(reference && outcome.saidAmount ? { service_amount: outcome.saidAmount } : {}),
			...(reference && outcome.saidCurrency ? { service_currency: outcome.saidCurrency } : {}),
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

/** A late answer that broke off after its reference: an unknown payment asks about that reference, as after a timely answer. */
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

function lateAnswer(outcome: AttemptOutcome): NewPaymentEvent {
	const { state, serviceStatus: status, content } = outcome;
	const reference = outcome.reference ?? outcome.hintReference;
	const said = { cause: causeOf(outcome), words: "words" in content.details ? content.details.words : null };
	const details = { outcome: state, reference, status, ...said };
	return { event: "late_answer", by: "service", details };
}

/**
 * No answer is discarded (I15): when the attempt could not be closed, the answer is kept for people. `known`: it has its answer
 * already, or this proves that nothing was sent. `kept`: the database was restored to before the permit, so it moves no payment.
 */
async function keepUnlessKnown(
	system: SystemContext,
	trx: DatabaseTransaction,
	permit: Permit,
	outcome: AttemptOutcome,
): Promise<"known" | "kept"> {
	// A permit that was never committed is closed like this too.
	if (outcome.state === "not_sent") return "known";
	const attempt = await trx
		.selectFrom("attempt")
		.select("answered_at")
		.where("id", "=", permit.attemptId)
		.where("payment_id", "=", permit.paymentId)
		.executeTakeFirst();
	if (attempt?.answered_at) return "known";
	return (await insertAnswer(system, trx, permit, outcome)) ? "kept" : "known";
}

async function insertAnswer(
	{ clock, config, log }: SystemContext,
	trx: DatabaseTransaction,
	{ attemptId, paymentId, workerId }: Permit,
	outcome: AttemptOutcome,
): Promise<boolean> {
	const at = clock.now();
	const { state, reference, hintReference, httpStatus, excerpt } = outcome;
	const { details } = outcome.content;
	const fault = "words" in details ? details : { cause: "cause" in details ? details.cause : null, words: null };
	const inserted = await trx
		.insertInto("orphan_answer")
		.values({
			...{ attempt_id: attemptId, payment_id: paymentId, worker_id: workerId, environment: config.environment },
			...{ state, reference, hint_reference: hintReference, service_status: outcome.serviceStatus },
			...{ http_status: httpStatus, cause: fault.cause, words: fault.words, excerpt },
			...{ answered_at: new Date(outcome.answeredAt), kept_at: at },
		})
		.onConflict((conflict) => conflict.column("attempt_id").doNothing())
		.returning("attempt_id")
		.executeTakeFirst();
	if (!inserted) return false;
	const named = reference ?? hintReference;
	log.error({ event: "answer_without_attempt", payment: paymentId, attempt: attemptId, state, reference: named });
	await recordAudit(trx, {
		at,
		memberId: null,
		action: "transaction.answer_kept",
		subjectKind: "transaction",
		subjectId: named,
		details: { payment: paymentId, attempt: attemptId, state, ...(named ? { reference: named } : {}) },
	});
	await publishChange(trx, { topic: "imports", id: null });
	return true;
}
