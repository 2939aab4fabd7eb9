/** What an attempt came to, in a form that can also wait in a file while the database is away. Pure. */
import { z } from "zod";
import { contradictions, PAYMENT_STATES, stateFromWord } from "#lib/payment-state.ts";
import { ServiceError } from "#server/errors.ts";
import { replaceUnprintable } from "#server/momo/foreign-text.ts";
import type { Started } from "#server/momo/service.ts";
import type { WireDeposit, WirePayout } from "#server/momo/wire.ts";
import { readPayerLinks } from "#server/payments/payer-facts.ts";
import { PAYMENT_EVENTS } from "#server/payments/payment-events.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import { refusesKeys } from "#server/payments/stop/sending-stop.ts";

export const attemptOutcomeSchema = z.object({
	state: z.enum(PAYMENT_STATES),
	event: z.enum(PAYMENT_EVENTS),
	/** Words as they came, ≤ 300 characters. */
	note: z.string().nullable(),
	httpStatus: z.int().nullable(),
	excerpt: z.string().nullable(),
	/** Claimed by this payment; a hint is only to be asked about. */
	reference: z.string().nullable(),
	hintReference: z.string().nullable(),
	serviceStatus: z.string().nullable(),
	/** What the answer says of the money, under the reference that is claimed; lines of earlier versions have neither. */
	saidAmount: z.string().nullish(),
	saidCurrency: z.string().nullish(),
	/** A payout's, as the service gave it; null keeps ours. */
	opaqueId: z.string().nullable(),
	paymentUrl: z.string().nullable(),
	qrCode: z.string().nullable(),
	processedAt: z.iso.datetime().nullable(),
	/** When the service says that it made the transaction. */
	createdAt: z.iso.datetime().nullish(),
	/** The service's own clock when the request was handed over; lines of earlier versions have neither. */
	serviceSentAt: z.iso.datetime().nullish(),
	/** When the answer came. */
	answeredAt: z.iso.datetime(),
});
export type AttemptOutcome = z.infer<typeof attemptOutcomeSchema>;

const NOTHING = {
	note: null,
	httpStatus: null,
	excerpt: null,
	reference: null,
	hintReference: null,
	serviceStatus: null,
	opaqueId: null,
	paymentUrl: null,
	qrCode: null,
	processedAt: null,
};

/** A readable 2xx: ours, or a contradiction that people must look at. */
export function outcomeOfAnswer(
	payment: PaymentRow,
	{ answer, httpStatus, excerpt }: Started<WireDeposit | WirePayout>,
	finalFailures: ReadonlySet<string>,
	at: Date,
): AttemptOutcome {
	const word = wordOf(answer);
	const serviceStatus = replaceUnprintable(answer.status);
	const createdAt = answer.created_at ? new Date(answer.created_at).toISOString() : null;
	const facts = { ...NOTHING, httpStatus, excerpt, serviceStatus, createdAt, answeredAt: at.toISOString() };
	// Assumption: a deposit's answer repeats our opaque_id; another one is somebody else's answer.
	if (payment.kind === "deposit" && answer.opaque_id && answer.opaque_id !== payment.opaque_id) {
		return {
			...facts,
			state: "needs_review",
			event: "contradiction",
			note: "opaque_id",
			hintReference: answer.reference,
		};
	}
	const differing = contradictions(payment, word);
	const said = { saidAmount: word.amount, saidCurrency: word.currency };
	if (differing.length > 0) {
		const note = differing.join(", ");
		return { ...facts, ...said, state: "needs_review", event: "contradiction", note, reference: answer.reference };
	}
	const state = stateFromWord("sending", payment, word, finalFailures);
	return {
		...facts,
		...said,
		...readPayerLinks(payment.kind, answer),
		state,
		event: state === "succeeded" ? "succeeded" : state === "failed" ? "failed" : "accepted",
		reference: answer.reference,
		opaqueId: payment.kind === "payout" ? replaceUnprintable(answer.opaque_id ?? "") || null : null,
		processedAt: answer.processed_at ? new Date(answer.processed_at).toISOString() : null,
		note: state === "succeeded" ? null : serviceStatus,
	};
}

/** Everything else. What is no ServiceError is a fault of ours, and nobody knows how far the request came. */
export function outcomeOfError(error: unknown, at: Date): AttemptOutcome {
	const answeredAt = at.toISOString();
	if (!(error instanceof ServiceError)) return { ...NOTHING, state: "unknown", event: "answer_unclear", answeredAt };
	const facts = {
		...NOTHING,
		note: error.reason,
		httpStatus: error.status ?? null,
		excerpt: error.excerpt ?? null,
		hintReference: error.hintReference ?? null,
		answeredAt,
	};
	if (error.kind === "not_sent") return { ...facts, state: "not_sent", event: "not_sent" };
	if (error.kind === "refused") {
		return { ...facts, state: "refused", event: refusesKeys(error.status) ? "refused_keys" : "refused" };
	}
	if (error.contradiction) return { ...facts, state: "needs_review", event: "contradiction" };
	// guard: lost-answer-is-no-refusal
	return { ...facts, state: "unknown", event: "answer_unclear" };
}

export type UnusedPermit = "not_sent_paused" | "not_sent_disk" | "not_sent_doubted";

/** The process slept between the permit and the first byte, or the disk took no more: nothing was sent, and nothing will be. */
export function outcomeOfUnusedPermit(event: UnusedPermit, at: Date): AttemptOutcome {
	return { ...NOTHING, state: "not_sent", event, answeredAt: at.toISOString() };
}

function wordOf(answer: WireDeposit | WirePayout) {
	return {
		reference: answer.reference,
		transactionType: answer.transaction_type,
		amount: answer.amount,
		currency: answer.currency,
		status: answer.status,
	};
}
