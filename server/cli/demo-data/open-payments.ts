/** Payments that wait, are unknown or need review, or ended without a transaction at the service. Pure. */
import { statusCause } from "#lib/failure-causes.ts";
import { draw } from "#server/cli/demo-data/chance.ts";
import { after, before, beforeSending, type StoryContext, storyPayment } from "#server/cli/demo-data/past-payments.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import { buildStory, decidedBy, type Step, type Story, type StoryPayment } from "#server/cli/demo-data/story.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns a payment that never reached the service, with the number, operator and amount of the transaction `like`. */
export function unsentPayment(context: StoryContext, like: PastTransaction, seed: string): StoryPayment {
	const nothing = { reference: null, opaque_id: null, service_status: null, failure_reason: null, payment_url: null };
	return { ...storyPayment(context, like), ...nothing, processed_at: null, late: false, seed };
}

export function buildWaiting(context: StoryContext, like: readonly PastTransaction[], now: Date): Story[] {
	return like.map((transaction, index) => {
		const payment = {
			...unsentPayment(context, transaction, `waiting:${index}`),
			maker_id: context.people.maker,
			approver_id: null,
		};
		const at = before(now, (12 + index * 47) * MINUTE);
		return buildStory(context.environment, payment, [
			{ at, state: "awaiting_approval", event: "requested", by: { member: payment.maker_id } },
		]);
	});
}

/** Builds a payout that the service made and whose answer was lost: its movement is listed but not yet matched. */
export function buildUnknown(context: StoryContext, transaction: PastTransaction): Story {
	const known = storyPayment(context, transaction);
	const payment = { ...known, reference: null, opaque_id: null, service_status: null, processed_at: null };
	const lostAt = after(transaction.created_at, 90_000);
	return buildStory(context.environment, payment, [
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

/** Builds a payment whose reference has another amount at the service. */
export function buildContradiction(context: StoryContext, transaction: PastTransaction, amount: string): Story {
	const payment = { ...storyPayment(context, transaction), amount, service_amount: transaction.amount };
	const at = after(transaction.created_at, 150);
	const details = { differing: ["amount" as const], otherReference: null, cause: null };
	return buildStory(context.environment, payment, [
		...beforeSending(transaction, payment),
		{ at, state: "needs_review", event: "contradiction", by: "service", details, httpStatus: 201 },
	]);
}

/** Builds payments that ended without a transaction at the service, in alternating ways. `like`: only deposits or only payouts. */
export function buildEnded(context: StoryContext, like: readonly PastTransaction[]): Story[] {
	return like.map((transaction, index) => {
		const payment = unsentPayment(context, transaction, `ended:${transaction.kind}:${index}`);
		return buildStory(
			context.environment,
			payment,
			endings(context, payment, before(transaction.created_at, 3 * HOUR), index),
		);
	});
}

function endings(context: StoryContext, payment: StoryPayment, at: Date, index: number): [Step, ...Step[]] {
	const maker = { member: payment.maker_id };
	const decider = { member: payment.approver_id ?? decidedBy(context.people, payment.maker_id) };
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
