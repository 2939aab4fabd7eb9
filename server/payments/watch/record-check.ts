/** Records what a check changes, in one commit, and only if the payment has not changed since we asked. */
import type { DifferingFact, EventContent } from "#lib/contracts/payment-event.ts";
import { statusCause } from "#lib/failure-causes.ts";
import {
	AWAITING_STATUS_STATES,
	contradictions,
	type PaymentState,
	type ServiceAnswer,
	stateFromAnswer,
} from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import {
	type Move,
	movePayment,
	type NewPaymentEvent,
	recordPaymentEvent,
} from "#server/payment-records/move-payment.ts";
import { payerWindowEnd, planCheck } from "#server/payment-records/next-check-delay.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { isTakenReference, type Placed, placeTransaction } from "#server/payments/watch/reference-window.ts";
import type { ServiceAnswers } from "#server/payments/watch/service-answers.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

export type RecordedCheck = "changed" | "unchanged" | "skipped";

/** `answers` is null when the service knows no such reference: that is "not found", never "failed". */
export async function recordCheck(
	system: SystemContext,
	payment: PaymentRow,
	answers: ServiceAnswers | null,
	finalFailures: ReadonlySet<string>,
): Promise<RecordedCheck> {
	const at = system.clock.now();
	const placed =
		answers && payment.reference === null
			? await placeTransaction(system.database, payment, answers.createdAt)
			: "within";
	// guard: hint-of-another-time-is-set-aside
	if (placed !== "within") return setHintAside(system, payment, placed);
	const judgement = answers === null ? null : judgeAnswers(payment, answers, finalFailures, at);
	try {
		return await system.database.transaction().execute((trx) => writeCheck(trx, at, payment, answers, judgement));
	} catch (error) {
		if (!isTakenReference(error)) throw error;
		const reused = reusedReference(payment);
		// The answer is about the other payment, so nothing of the answer is stored with this payment.
		return system.database.transaction().execute((trx) => writeCheck(trx, at, payment, null, reused));
	}
}

/**
 * Plans no further check of a payment in doubt, because its hint's transaction is older than the payment, much later, or undated. People
 * still see the hint: it may be what they need to ask the service about.
 */
async function setHintAside(
	system: SystemContext,
	payment: PaymentRow,
	placed: Exclude<Placed, "within">,
): Promise<RecordedCheck> {
	const at = system.clock.now();
	const details = { otherReference: payment.hint_reference, placed };
	return system.database.transaction().execute(async (trx) => {
		const checked = await trx
			.updateTable("payment")
			.set((of) => ({
				...{ last_checked_at: at, checks: of("checks", "+", 1), next_check_at: null },
				...{ check_cause: null, check_words: null },
			}))
			.where("id", "=", payment.id)
			.where("version", "=", payment.version)
			.where("reference", "is", null)
			.returningAll()
			.executeTakeFirst();
		if (!checked) return "skipped";
		await recordPaymentEvent(trx, at, checked, { event: "hint_set_aside", by: "cauri", details });
		return "changed";
	});
}

interface Judgement {
	move: Move | null;
	happening: NewPaymentEvent | null;
}

/** If status and detail disagree, an open payment stays open and a final one follows the status. Contradictions need review. Pure. */
export function judgeAnswers(
	payment: PaymentRow,
	answers: ServiceAnswers,
	listed: ReadonlySet<string>,
	at: Date,
): Judgement {
	const { answer, detail, processedAt } = answers;
	// The status that ended a payment stays final for it when an admin removes the status from the list.
	const finalFailures =
		payment.state === "failed" && payment.service_status ? new Set([...listed, payment.service_status]) : listed;
	const differing = [
		...new Set([answer, ...(detail ? [detail] : [])].flatMap((each) => contradictions(payment, each))),
	];
	const state = settledState(payment, answer, detail, finalFailures);
	// The time of a transaction that does not become this payment's would stand on its page and papers, and misplace its line.
	const own = { processed_at: processedAt, ...(payment.reference === null ? { reference: answer.reference } : {}) };
	const attached = payment.reference === null && state === "needs_review" ? {} : own;
	const late = payment.late || (state === "succeeded" && isLate(payment, answers, at));
	if (state === payment.state) return { move: null, happening: staying(payment, answer, detail) };
	const set = {
		...attached,
		...reportedBy(payment, answers),
		service_status: answer.status,
		late,
		failure_cause: null,
	};
	const content = contentOf(payment, answer, { state, late, differing });
	return { move: { ...content, to: state, by: "service", set }, happening: null };
}

/** Takes the answer that contradicts the request, if one does: people then see the contradiction. */
function reportedBy(payment: PaymentRow, { answer, detail, failureReason }: ServiceAnswers) {
	const odd = [answer, detail].find((each) => each !== null && contradictions(payment, each).length > 0);
	const { amount, currency } = odd ?? answer;
	return { service_amount: amount, service_currency: currency, failure_reason: failureReason };
}

function settledState(
	payment: PaymentRow,
	answer: ServiceAnswer,
	detail: ServiceAnswer | null,
	finalFailures: ReadonlySet<string>,
): PaymentState {
	const statusState = stateFromAnswer(payment.state, payment, answer, finalFailures);
	if (detail === null) return statusState;
	const detailState = stateFromAnswer(payment.state, payment, detail, finalFailures);
	if ([answer, detail].some((each) => contradictions(payment, each).length > 0)) return "needs_review";
	if (statusState === detailState) return statusState;
	return AWAITING_STATUS_STATES.includes(payment.state) ? "pending" : statusState;
}

function staying(payment: PaymentRow, answer: ServiceAnswer, detail: ServiceAnswer | null): NewPaymentEvent | null {
	if (payment.service_status === answer.status) return null;
	if (detail && detail.status !== answer.status) {
		return { event: "statuses_disagree", by: "service", details: { statuses: [answer.status, detail.status] } };
	}
	return { event: "status_changed", by: "service", details: { reference: null, status: answer.status } };
}

/** Assumption: the service's two times tell how long the payer took. If one is missing, our clock alone counts, since clocks differ. */
function isLate(payment: PaymentRow, { createdAt, processedAt }: ServiceAnswers, at: Date): boolean {
	if (payment.kind !== "deposit" || payment.state !== "pending" || !payment.sent_at || !payment.payer_deadline)
		return false;
	const windowMs = payment.payer_deadline.getTime() - payment.sent_at.getTime();
	const took =
		createdAt && processedAt ? processedAt.getTime() - createdAt.getTime() : at.getTime() - payment.sent_at.getTime();
	return took > windowMs;
}

function contentOf(
	payment: PaymentRow,
	{ reference, status }: ServiceAnswer,
	{ state, late, differing }: { state: PaymentState; late: boolean; differing: DifferingFact[] },
): EventContent {
	if (state === "needs_review" && differing.length > 0)
		return { event: "contradiction", details: { differing, otherReference: null, cause: null } };
	const isNew = payment.reference === null && state !== "needs_review";
	return { event: eventOf(payment, state, late), details: { reference: isNew ? reference : null, status } };
}

function eventOf(payment: PaymentRow, state: PaymentState, late: boolean) {
	if (state === "needs_review") return "final_status_changed";
	if (state === "succeeded") return late ? "succeeded_late" : "succeeded";
	return state === "failed" ? "failed" : payment.reference === null ? "hint_confirmed" : "status_changed";
}

function reusedReference(payment: PaymentRow): Judgement {
	const details = { otherReference: payment.hint_reference };
	const set = { failure_cause: null };
	return { move: { to: "needs_review", event: "reference_reused", by: "service", details, set }, happening: null };
}

async function writeCheck(
	trx: DatabaseTransaction,
	at: Date,
	payment: PaymentRow,
	answers: ServiceAnswers | null,
	judgement: Judgement | null,
): Promise<RecordedCheck> {
	const notFound = answers === null ? statusCause(404) : null;
	const checked = await trx
		.updateTable("payment")
		.set((of) => ({
			last_checked_at: at,
			checks: of("checks", "+", 1),
			check_cause: notFound,
			check_words: null,
			...(answers ? { service_status: answers.answer.status, ...reportedBy(payment, answers) } : {}),
		}))
		.where("id", "=", payment.id)
		.where("version", "=", payment.version)
		.returningAll()
		.executeTakeFirst();
	if (!checked) return "skipped";
	const move = judgement?.move ?? null;
	const moved = move === null ? null : await movePayment(trx, at, checked, await withWindow(trx, checked, move));
	if (judgement?.happening) await recordPaymentEvent(trx, at, checked, judgement.happening);
	await planCheck(trx, at, moved ?? checked);
	// The page shows whether the last check failed, so it must refresh.
	const isOther = checked.check_cause !== payment.check_cause || checked.check_words !== payment.check_words;
	if (!moved && isOther) await publishUpdate(trx, { topic: "payments", id: payment.id });
	return moved || judgement?.happening ? "changed" : "unchanged";
}

/** A deposit whose reference was found gets the end of the payer's window, which is counted from the permit (`sent_at`). */
export async function withWindow(trx: DatabaseTransaction, payment: PaymentRow, move: Move): Promise<Move> {
	if (move.to !== "pending" || payment.sent_at === null) return move;
	return { ...move, set: { ...move.set, payer_deadline: await payerWindowEnd(trx, payment) } };
}
