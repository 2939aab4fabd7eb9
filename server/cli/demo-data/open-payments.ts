/** What did not go smoothly, and what is open today: one of each that people have to do with. Pure. */
import { statusCause } from "#lib/causes.ts";
import { draw } from "#server/cli/demo-data/chance.ts";
import { after, before, beforeSending, storyPayment, type Telling } from "#server/cli/demo-data/past-payments.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import { decidedBy, type Step, type Story, type StoryPayment, tellStory } from "#server/cli/demo-data/story.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Facts that never reached the service; `like` lends number, operator and amount. */
export function unsentPayment(telling: Telling, like: PastTransaction, seed: string): StoryPayment {
	const nothing = {
		reference: null,
		opaqueId: null,
		serviceStatus: null,
		failureReason: null,
		paymentUrl: null,
		processedAt: null,
		late: false,
	};
	return { ...storyPayment(telling, like), ...nothing, seed };
}

/** Payouts that wait for the approver now; more than one, so that a queue is seen. */
export function tellWaiting(telling: Telling, like: readonly PastTransaction[], now: Date): Story[] {
	return like.map((transaction, index) => {
		const told = {
			...unsentPayment(telling, transaction, `waiting:${index}`),
			makerId: telling.people.maker,
			approverId: null,
		};
		const at = before(now, (12 + index * 47) * MINUTE);
		return tellStory(telling.environment, told, [
			{ at, state: "awaiting_approval", event: "requested", by: { member: told.makerId } },
		]);
	});
}

/** A payout that the service made and whose answer was lost on the way: its movement is there, nobody knows it is ours. */
export function tellUnknown(telling: Telling, transaction: PastTransaction): Story {
	const known = storyPayment(telling, transaction);
	const told = { ...known, reference: null, opaqueId: null, serviceStatus: null, processedAt: null };
	const lostAt = after(transaction.createdAt, 90_000);
	return tellStory(telling.environment, told, [
		...beforeSending(telling, transaction, told),
		{
			at: lostAt,
			state: "unknown",
			event: "answer_unclear",
			by: "cauri",
			details: { cause: "headers_timeout", words: null },
		},
	]);
}

/** The service speaks of another amount under the reference that it gave us. */
export function tellContradiction(telling: Telling, transaction: PastTransaction, amount: string): Story {
	const told = { ...storyPayment(telling, transaction), amount, saidAmount: transaction.amount };
	const at = after(transaction.createdAt, 150);
	const details = { differing: ["amount" as const], otherReference: null, cause: null };
	return tellStory(telling.environment, told, [
		...beforeSending(telling, transaction, told),
		{ at, state: "needs_review", event: "contradiction", by: "service", details, httpStatus: 201 },
	]);
}

/** What ended before or at the door of the service. One kind in `like`: the endings go round in its order. */
export function tellEnded(telling: Telling, like: readonly PastTransaction[]): Story[] {
	return like.map((transaction, index) => {
		const told = unsentPayment(telling, transaction, `ended:${transaction.kind}:${index}`);
		return tellStory(telling.environment, told, endings(telling, told, before(transaction.createdAt, 3 * HOUR), index));
	});
}

function endings(telling: Telling, told: StoryPayment, at: Date, index: number): [Step, ...Step[]] {
	const maker = { member: told.makerId };
	const decider = { member: told.approverId ?? decidedBy(telling.people, told.makerId) };
	if (told.kind === "deposit") {
		const started: Step = { at, state: "approved", event: "started", by: maker };
		return [started, ...atTheDoor(after(at, 90), index)];
	}
	const requested: Step = { at, state: "awaiting_approval", event: "requested", by: maker };
	const later = after(at, (5 + draw(`later:${told.seed}`, 60)) * MINUTE);
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
			return [requested, approved, ...atTheDoor(after(later, 60), index)];
		}
	}
}

function atTheDoor(at: Date, index: number): Step[] {
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
