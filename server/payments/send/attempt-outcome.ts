/** The outcome of an attempt, in a form that a file can hold while the database is unavailable. Pure. */
import { z } from "zod";
import { EVENT_DETAILS, type EventDetails } from "#lib/contracts/payment-event.ts";
import { contradictions, PAYMENT_STATES, stateFromAnswer } from "#lib/payment-state.ts";
import { refusesKeys, ServiceError } from "#server/errors.ts";
import { replaceUnprintable } from "#server/momo/foreign-text.ts";
import { readPayerLinks } from "#server/momo/payer-links.ts";
import type { Started } from "#server/momo/service.ts";
import type { WireDeposit, WirePayout } from "#server/momo/wire.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";

const contentOf = <Key extends keyof typeof EVENT_DETAILS>(event: Key) =>
	z.object({ event: z.literal(event), details: EVENT_DETAILS[event] });

export const attemptOutcomeSchema = z.object({
	state: z.enum(PAYMENT_STATES),
	content: z.discriminatedUnion("event", [
		contentOf("accepted"),
		contentOf("succeeded"),
		contentOf("failed"),
		contentOf("refused"),
		contentOf("refused_keys"),
		contentOf("not_sent"),
		contentOf("not_sent_paused"),
		contentOf("not_sent_disk"),
		contentOf("mismatch_before_sending"),
		contentOf("not_sent_stopped"),
		contentOf("answer_unclear"),
		contentOf("contradiction"),
		contentOf("reference_reused"),
		contentOf("reference_older"),
	]),
	httpStatus: z.int().nullable(),
	excerpt: z.string().nullable(),
	/** The reference that becomes this payment's. `hintReference` may be another payment's: it serves only to ask the service. */
	reference: z.string().nullable(),
	hintReference: z.string().nullable(),
	serviceStatus: z.string().nullable(),
	/** The amount in the answer that gave `reference`; null without such an answer. */
	saidAmount: z.string().nullable(),
	saidCurrency: z.string().nullable(),
	/** The service's own id; null leaves our id in `payment.opaque_id`. */
	opaqueId: z.string().nullable(),
	paymentUrl: z.string().nullable(),
	qrCode: z.string().nullable(),
	processedAt: z.iso.datetime().nullable(),
	createdAt: z.iso.datetime().nullable(),
	/** The time on the service's clock when our POST began; null when no answer of the service has shown its clock. */
	serviceSentAt: z.iso.datetime().nullable(),
	answeredAt: z.iso.datetime(),
});
export type AttemptOutcome = z.infer<typeof attemptOutcomeSchema>;

const NOTHING = {
	httpStatus: null,
	excerpt: null,
	reference: null,
	hintReference: null,
	serviceStatus: null,
	saidAmount: null,
	saidCurrency: null,
	createdAt: null,
	serviceSentAt: null,
	opaqueId: null,
	paymentUrl: null,
	qrCode: null,
	processedAt: null,
};

/** Judges a readable 2xx answer: either it is about this payment, or people must review the contradiction. */
export function outcomeOfAnswer(
	payment: PaymentRow,
	{ answer, httpStatus, excerpt }: Started<WireDeposit | WirePayout>,
	finalFailures: ReadonlySet<string>,
	at: Date,
): AttemptOutcome {
	const answered = answeredPart(answer);
	const serviceStatus = replaceUnprintable(answer.status);
	const createdAt = answer.created_at ? new Date(answer.created_at).toISOString() : null;
	const common = { ...NOTHING, httpStatus, excerpt, serviceStatus, createdAt, answeredAt: at.toISOString() };
	const differing = contradictions(payment, answered);
	const reported = { saidAmount: answered.amount, saidCurrency: answered.currency };
	if (differing.length > 0) {
		const content = contradiction({ differing });
		return { ...common, ...reported, state: "needs_review", content, reference: answer.reference };
	}
	const state = stateFromAnswer("sending", payment, answered, finalFailures);
	const event = state === "succeeded" ? "succeeded" : state === "failed" ? "failed" : "accepted";
	return {
		...common,
		...reported,
		...readPayerLinks(payment.kind, answer),
		state,
		content: { event, details: { reference: answer.reference, status: serviceStatus } },
		reference: answer.reference,
		// Assumption: the id may be the service's own, for deposits too, so it is stored and not compared with ours.
		opaqueId: replaceUnprintable(answer.opaque_id ?? "") || null,
		processedAt: answer.processed_at ? new Date(answer.processed_at).toISOString() : null,
	};
}

/** Any error but a ServiceError is a fault of our code after which the request may have reached the service: the outcome is unknown. */
export function outcomeOfError(error: unknown, at: Date): AttemptOutcome {
	const answeredAt = at.toISOString();
	if (!(error instanceof ServiceError)) {
		const details = { cause: null, words: null };
		return { ...NOTHING, state: "unknown", content: { event: "answer_unclear", details }, answeredAt };
	}
	// The connection stood, but its permit was no longer fresh: nothing is wrong with the service.
	if (error.kind === "not_sent" && error.code === "too_late") return outcomeOfUnusedPermit("not_sent_paused", at);
	const details = { cause: error.code, words: error.words ?? null };
	const common = {
		...NOTHING,
		httpStatus: error.status ?? null,
		excerpt: error.excerpt ?? null,
		hintReference: error.hintReference ?? null,
		answeredAt,
	};
	if (error.kind === "not_sent") return { ...common, state: "not_sent", content: { event: "not_sent", details } };
	if (error.kind === "refused") {
		const event = refusesKeys(error.status) ? "refused_keys" : "refused";
		return { ...common, state: "refused", content: { event, details } };
	}
	if (error.contradiction) return { ...common, state: "needs_review", content: contradiction({ cause: error.code }) };
	// guard: lost-answer-is-no-refusal
	return { ...common, state: "unknown", content: { event: "answer_unclear", details } };
}

function contradiction(of: Partial<EventDetails<"contradiction">>): AttemptOutcome["content"] {
	return { event: "contradiction", details: { differing: [], otherReference: null, cause: null, ...of } };
}

export type UnusedPermit = "not_sent_paused" | "not_sent_disk" | "mismatch_before_sending" | "not_sent_stopped";

/**
 * Returns the outcome of a permit whose process sends nothing. After a database mismatch the payment is unknown: another process may have
 * sent it in the time that this database lost.
 */
export function outcomeOfUnusedPermit(event: UnusedPermit, at: Date): AttemptOutcome {
	const state = event === "mismatch_before_sending" ? "unknown" : "not_sent";
	return { ...NOTHING, state, content: { event, details: {} }, answeredAt: at.toISOString() };
}

function answeredPart(answer: WireDeposit | WirePayout) {
	return {
		reference: answer.reference,
		transactionType: answer.transaction_type,
		amount: answer.amount,
		currency: answer.currency,
		status: answer.status,
	};
}
