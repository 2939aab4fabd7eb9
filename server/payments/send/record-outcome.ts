/** Records an attempt's outcome in one commit, only if the permit's worker made the attempt and the attempt has no answer yet. */
import type { ServiceFault } from "#lib/contracts/service-fault.ts";
import { groupCalls } from "#lib/group-calls.ts";
import { AWAITING_ANSWER_STATES, canMove, isFinal, type PaymentState } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import {
	lockPayments,
	movePayments,
	type NewPaymentEvent,
	type OwnValues,
	recordPaymentEvent,
} from "#server/payment-records/move-payment.ts";
import { nextCheckOf, payerWindowEnd, planCheck } from "#server/payment-records/next-check-delay.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addCheckJobs, wakePayouts } from "#server/payment-records/send-job.ts";
import type { AttemptOutcome } from "#server/payments/send/attempt-outcome.ts";
import { type AskedPermit, closeAttempts } from "#server/payments/send/attempts.ts";
import { isTakenReference, readPlaces } from "#server/payments/watch/reference-window.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

/** `known`: the attempt has an answer, this answer is stored already, or it says that nothing was sent. `kept`: it is stored separately. */
export type Recorded = "recorded" | "known" | "kept";

interface Answer {
	system: SystemContext;
	permit: AskedPermit;
	outcome: AttemptOutcome;
}

export async function recordOutcome(
	system: SystemContext,
	permit: AskedPermit,
	outcome: AttemptOutcome,
): Promise<Recorded> {
	try {
		return await recordTogether({ system, permit, outcome });
	} catch (error) {
		if (!isTakenReference(error)) throw error;
		// A reference belongs to one payment: people must review a second payment that gets the same reference.
		const details = { otherReference: outcome.reference };
		const reused = withoutReference(outcome, { event: "reference_reused", details });
		return recordTogether({ system, permit, outcome: reused });
	}
}

/** Records all waiting answers in one commit. Recording an answer again changes nothing, even after a commit whose result was lost. */
const recordTogether = groupCalls<Answer, Recorded>(
	({ system, permit }) => [system.database, permit.workerId],
	async (answers) => {
		const [{ system }] = answers;
		return system.database.transaction().execute((trx) => recordAnswers(system, trx, answers));
	},
	({ permit }) => permit.attemptId,
);

/** People must review the payment; the answer's reference, id, codes and time, which may be another payment's, do not become its own. */
function withoutReference(outcome: AttemptOutcome, content: AttemptOutcome["content"]): AttemptOutcome {
	const none = { reference: null, opaqueId: null, paymentUrl: null, qrCode: null, processedAt: null };
	return { ...outcome, ...none, state: "needs_review", content, hintReference: outcome.reference };
}

async function recordAnswers(
	system: SystemContext,
	trx: DatabaseTransaction,
	answers: readonly Answer[],
): Promise<Recorded[]> {
	const closed = await closeAttempts(trx, answers);
	const isOurs = ({ permit }: Answer) => closed.has(permit.attemptId);
	const moved = await moveAnswered(trx, system.clock.now(), answers.filter(isOurs));
	const payouts = moved.filter(({ kind }) => kind === "payout");
	const wallets = new Map(payouts.map((payout) => [`${payout.environment} ${payout.currency}`, payout]));
	for (const wallet of wallets.values()) await wakePayouts(trx, wallet, system.config.payoutLanes);
	const recorded: Recorded[] = [];
	for (const { permit, outcome } of answers) {
		if (closed.has(permit.attemptId)) recorded.push("recorded");
		// guard: orphan-answer-is-kept
		else recorded.push(await keepUnlessKnown(system, trx, permit, outcome));
	}
	return recorded;
}

/** Moves the payments whose answers cause a move, and records the other answers as events. Returns the payments as they were before. */
async function moveAnswered(trx: DatabaseTransaction, at: Date, answers: readonly Answer[]): Promise<PaymentRow[]> {
	const payments = await lockPayments(
		trx,
		answers.map(({ permit }) => ({ id: permit.paymentId })),
	);
	const byId = new Map(payments.map((payment) => [payment.id, payment]));
	const [first] = payments;
	const place = first && (await readPlaces(trx, first));
	const judged: { payment: PaymentRow; outcome: AttemptOutcome; move: OutcomeMove | null }[] = [];
	for (const { permit, outcome } of answers) {
		const payment = byId.get(permit.paymentId);
		if (!payment || !place) throw new Error("an attempt without its payment");
		const own = withoutMisdatedReference(place, payment, outcome);
		judged.push({ payment, outcome: own, move: await moveOf(trx, payment, own) });
	}
	const moving = judged.flatMap(({ payment, move }) => (move ? [{ payment, move }] : []));
	const moved = new Set<string>();
	const sameMove = ({ move }: (typeof moving)[number]) => [move.to, ...Object.keys(move.set)].join(" ");
	for (const group of Map.groupBy(moving, sameMove).values())
		for (const { id } of await moveTogether(trx, at, group)) moved.add(id);
	// A row that a stop kept from leaving is no failure of its batch, which would pause for an approver.
	const stopped = moving.flatMap(({ payment: { id }, move }) =>
		move.event === "not_sent_stopped" && moved.has(id) ? id : [],
	);
	if (stopped.length > 0)
		await trx.updateTable("payment").set({ has_failed: false }).where("id", "in", stopped).execute();
	for (const { payment, outcome } of judged) {
		if (moved.has(payment.id)) continue;
		await recordPaymentEvent(trx, at, payment, lateAnswer(outcome));
		await keepHint(trx, at, payment, outcome);
	}
	return payments;
}

/** Moves payments to one state, all with the same columns. The move also sets their next check, and adds its job before the audit turn. */
async function moveTogether(
	trx: DatabaseTransaction,
	at: Date,
	group: readonly { payment: PaymentRow; move: OutcomeMove }[],
): Promise<PaymentRow[]> {
	const [first] = group;
	if (!first) return [];
	const { to } = first.move;
	const final_at = isFinal(to) ? at : null;
	const delays = new Map<string, number | null>();
	const moves = group.map(({ payment, move }) => {
		const plan = nextCheckOf(at, { ...payment, ...move.set, state: to, checks: 0, final_at });
		delays.set(payment.id, plan.delayMs);
		return { payment, own: { ...move.set, next_check_at: plan.nextCheckAt }, happening: move };
	});
	const beforeAuditTurn = (moved: readonly PaymentRow[]) =>
		addCheckJobs(
			trx,
			moved.flatMap((payment) => {
				const delayMs = delays.get(payment.id) ?? null;
				return delayMs === null ? [] : [{ payment, delayMs }];
			}),
		);
	return movePayments(trx, at, moves, { to, beforeAuditTurn });
}

/** A transaction that is not dated to our POST may be another payment's: people must review an answer that names one. */
function withoutMisdatedReference(
	place: Awaited<ReturnType<typeof readPlaces>>,
	payment: PaymentRow,
	outcome: AttemptOutcome,
): AttemptOutcome {
	const { reference, createdAt, serviceSentAt } = outcome;
	if (reference === null) return outcome;
	// The service's time of the POST, if this answer gave it, replaces the estimate made at the permit.
	const service_sent_at = serviceSentAt ? new Date(serviceSentAt) : payment.service_sent_at;
	const placed = place({ ...payment, service_sent_at }, createdAt === null ? null : new Date(createdAt));
	// guard: older-success-is-not-believed
	if (placed === "within") return outcome;
	const details = { otherReference: reference, createdAt, placed };
	return withoutReference(outcome, { event: "reference_older", details });
}

type OutcomeMove = NewPaymentEvent & { to: PaymentState; set: OwnValues };

/** Returns the move that the answer causes; null if the payment awaits no answer or cannot move so: the answer then is only evidence. */
async function moveOf(
	trx: DatabaseTransaction,
	payment: PaymentRow,
	outcome: AttemptOutcome,
): Promise<OutcomeMove | null> {
	const { state, content, reference, hintReference } = outcome;
	// People attached a reference meanwhile, and the answer to the POST names another reference.
	const isOther = payment.reference !== null && reference !== null && payment.reference !== reference;
	if (isOther && canMove(payment.state, "needs_review")) {
		const details = { differing: [], otherReference: reference, cause: null };
		return { to: "needs_review", event: "contradiction", by: "service", details, set: { hint_reference: reference } };
	}
	// guard: late-answer-moves-nothing
	if (!AWAITING_ANSWER_STATES.includes(payment.state)) return null;
	// guard: answer-moves-as-listed
	if (!canMove(payment.state, state)) return null;
	const isAnswered = outcome.httpStatus !== null;
	return {
		...content,
		to: state,
		by: isAnswered ? "service" : "cauri",
		set: {
			reference,
			hint_reference: hintReference,
			service_status: outcome.serviceStatus,
			// An answer that gives this payment no reference does not state this payment's amount.
			...(reference && outcome.saidAmount ? { service_amount: outcome.saidAmount } : {}),
			...(reference && outcome.saidCurrency ? { service_currency: outcome.saidCurrency } : {}),
			...(outcome.opaqueId === null ? {} : { opaque_id: outcome.opaqueId }),
			payment_url: outcome.paymentUrl,
			qr_code: outcome.qrCode,
			processed_at: outcome.processedAt === null ? null : new Date(outcome.processedAt),
			...(outcome.createdAt ? { service_created_at: new Date(outcome.createdAt) } : {}),
			...(outcome.serviceSentAt ? { service_sent_at: new Date(outcome.serviceSentAt) } : {}),
			failure_cause: faultOf(outcome).cause,
			...(isFinal(state) ? {} : { payer_deadline: await payerWindowEnd(trx, payment) }),
		},
	};
}

/** Saves the hint of a late answer: checks of the unknown payment then ask about this reference. */
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

function faultOf({ content: { details } }: AttemptOutcome): ServiceFault {
	return {
		cause: "cause" in details ? details.cause : null,
		words: "words" in details ? details.words : null,
	};
}

function lateAnswer(outcome: AttemptOutcome): NewPaymentEvent {
	const { state, serviceStatus: status } = outcome;
	const reference = outcome.reference ?? outcome.hintReference;
	const details = { outcome: state, reference, status, ...faultOf(outcome) };
	return { event: "late_answer", by: "service", details };
}

/**
 * No answer is discarded (I15): an answer without an attempt, as after a restore to before the permit, is stored for people to read. It
 * moves nothing.
 */
async function keepUnlessKnown(
	system: SystemContext,
	trx: DatabaseTransaction,
	permit: AskedPermit,
	outcome: AttemptOutcome,
): Promise<"known" | "kept"> {
	// Nothing was sent, perhaps because the permit was never committed: then there is no answer to keep.
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
	{ attemptId, paymentId, workerId }: AskedPermit,
	outcome: AttemptOutcome,
): Promise<boolean> {
	const at = clock.now();
	const { state, reference, hintReference, httpStatus, excerpt } = outcome;
	const fault = faultOf(outcome);
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
	await publishUpdate(trx, { topic: "imports", id: null });
	return true;
}
