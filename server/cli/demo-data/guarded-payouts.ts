/** Payouts that the guards hold: they wait for a second person, or for somebody who reads why the same is paid again. Pure. */
import { unsentPayment } from "#server/cli/demo-data/open-payments.ts";
import { before, type Telling } from "#server/cli/demo-data/past-payments.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import { type Story, tellStory } from "#server/cli/demo-data/story.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A large payout that one of two people has approved. */
export function tellHalfApproved(telling: Telling, like: PastTransaction, amount: string, now: Date): Story {
	const { people, environment } = telling;
	const told = { ...unsentPayment(telling, like, "half-approved"), amount, makerId: people.maker, approverId: null };
	return tellStory(environment, told, [
		{ at: before(now, 3 * HOUR), state: "awaiting_approval", event: "requested", by: { member: people.maker } },
		{
			at: before(now, 2 * HOUR),
			state: "awaiting_approval",
			event: "approved_in_part",
			by: { member: people.approver },
			details: { approvals: { given: 1, needed: 2 } },
		},
	]);
}

/** The number that was paid this amount a moment ago is to get it again: the maker has said why, the approver reads it. */
export function tellDuplicate(telling: Telling, earlier: Story, like: PastTransaction, now: Date): Story {
	const duplicate = { of: [earlier.payment.id], reason: "Deuxième acompte, bon de commande 482" };
	const makerId = telling.people.maker;
	const told = { ...unsentPayment(telling, like, "duplicate"), makerId, approverId: null, duplicate };
	const step = { at: before(now, 7 * MINUTE), state: "awaiting_approval", by: { member: makerId } } as const;
	return tellStory(telling.environment, told, [
		{ ...step, event: "requested" },
		{ ...step, event: "confirmed_duplicate", note: duplicate.reason, details: { earlier: duplicate.of } },
	]);
}
