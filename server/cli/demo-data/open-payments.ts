/** Problem cases and open payments of today: one of each that people must handle. Pure. */
import { statusCause } from "#lib/causes.ts";
import { draw } from "#server/cli/demo-data/chance.ts";
import { after, before, beforeSending, storyPayment, type Telling } from "#server/cli/demo-data/past-payments.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import { decidedBy, type Step, type Story, type StoryPayment, tellStory } from "#server/cli/demo-data/story.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A payment that never reached the service; `like` provides number, operator and amount. */
export function unsentPayment(telling: Telling, like: PastTransaction, seed: string): StoryPayment {
	const nothing = { reference: null, opaque_id: null, service_status: null, failure_reason: null, payment_url: null };
	return { ...storyPayment(telling, like), ...nothing, processed_at: null, late: false, seed };
}

/** Payouts that wait for the approver; several, to show a queue. */
export function tellWaiting(telling: Telling, like: readonly PastTransaction[], now: Date): Story[] {
	return like.map((transaction, index) => {
		const payment = {
			...unsentPayment(telling, transaction, `waiting:${index}`),
			maker_id: telling.people.maker,
			approver_id: null,
		};
		const at = before(now, (12 + index * 47) * MINUTE);
		return tellStory(telling.environment, payment, [
			{ at, state: "awaiting_approval", event: "requested", by: { member: payment.maker_id } },
		]);
	});
}

/** A payout that the service made and whose answer was lost: its movement is listed but not yet matched. */
export function tellUnknown(telling: Telling, transaction: PastTransaction): Story {
	const known = storyPayment(telling, transaction);
	const payment = { ...known, reference: null, opaque_id: null, service_status: null, processed_at: null };
	const lostAt = after(transaction.created_at, 90_000);
	return tellStory(telling.environment, payment, [
		...beforeSending(transaction, payment),
		{
			at: lostAt,
			state: "unknown",
			event: "answer_unclear",
			by: "cauri",
			details: { cause: "headers_timeout", words: null },
		},
	]);
}

/** The service reports another amount under the reference that it returned. */
export function tellContradiction(telling: Telling, transaction: PastTransaction, amount: string): Story {
	const payment = { ...storyPayment(telling, transaction), amount, service_amount: transaction.amount };
	const at = after(transaction.created_at, 150);
	const details = { differing: ["amount" as const], otherReference: null, cause: null };
	return tellStory(telling.environment, payment, [
		...beforeSending(transaction, payment),
		{ at, state: "needs_review", event: "contradiction", by: "service", details, httpStatus: 201 },
	]);
}

/** Payments that ended before or at the service. All of one kind in `like`; the endings rotate in its order. */
export function tellEnded(telling: Telling, like: readonly PastTransaction[]): Story[] {
	return like.map((transaction, index) => {
		const payment = unsentPayment(telling, transaction, `ended:${transaction.kind}:${index}`);
		return tellStory(
			telling.environment,
			payment,
			endings(telling, payment, before(transaction.created_at, 3 * HOUR), index),
		);
	});
}

function endings(telling: Telling, payment: StoryPayment, at: Date, index: number): [Step, ...Step[]] {
	const maker = { member: payment.maker_id };
	const decider = { member: payment.approver_id ?? decidedBy(telling.people, payment.maker_id) };
	if (payment.kind === "deposit") {
		const started: Step = { at, state: "approved", event: "started", by: maker };
		return [started, ...refusedSteps(after(at, 90), index)];
	}
	const requested: Step = { at, state: "awaiting_approval", event: "requested", by: maker };
	const later = after(at, (5 + draw(`later:${payment.seed}`, 60)) * MINUTE);
	switch (index % 5) {
		case 0:
			return [
				requested,
				{ at: later, state: "rejected", event: "rejected", by: decider, note: "Montant différent de la facture" },
			];
		case 1:
			return [requested, { at: later, state: "cancelled", event: "cancelled", by: maker, note: "Saisi deux fois" }];
		case 2:
			return [requested, { at: after(at, DAY + MINUTE), state: "expired", event: "expired", by: "cauri" }];
		default: {
			const approved: Step = { at: later, state: "approved", event: "approved", by: decider };
			return [requested, approved, ...refusedSteps(after(later, 60), index)];
		}
	}
}

export function refusedSteps(at: Date, index: number): Step[] {
	const sending: Step = { at, state: "sending", event: "sending", by: "cauri" };
	const answeredAt = after(at, 300);
	if (index % 2 === 0)
		return [
			sending,
			{
				...{ at: answeredAt, state: "not_sent", event: "not_sent", by: "cauri" },
				details: { cause: "connect", words: null },
			},
		];
	const details = { cause: statusCause(400), words: "operator: This operator does not serve this number." };
	return [sending, { at: answeredAt, state: "refused", event: "refused", by: "service", details, httpStatus: 400 }];
}
