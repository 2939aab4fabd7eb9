/** Assigns a story to each transaction: most as they happened, a few as cases that people must handle. Pure. */
import { minorOf, toDecimal } from "#lib/money.ts";
import {
	tellContradiction,
	tellEnded,
	tellUnknown,
	tellWaiting,
	unsentPayment,
} from "#server/cli/demo-data/open-payments.ts";
import { before, isFromElsewhere, makePast, type Telling } from "#server/cli/demo-data/past-payments.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import { type Story, tellStory } from "#server/cli/demo-data/story.ts";

const HOUR = 3_600_000;
const ENDED_PAYOUTS = 20;
const ENDED_DEPOSITS = 8;
const WAITING_COUNT = 3;

export function tellStories(telling: Telling, past: readonly PastTransaction[], now: Date): Story[] {
	const paidOut = past.filter(({ kind, status }) => kind === "payout" && status === "success");
	const lost = chooseLost(paidOut, now);
	const contradicted = paidOut.findLast((one) => one !== lost && hoursBefore(one, now) > 30);
	const played = new Set([lost, contradicted]);
	const smooth = past.filter((one) => !played.has(one) && !isFromElsewhere(one));
	const settled = past.filter((one) => hoursBefore(one, now) > 72);
	return [
		...smooth.map((one) => makePast(telling, one)),
		...(lost ? [tellUnknown(telling, lost)] : []),
		...(contradicted ? [tellContradiction(telling, contradicted, moreThan(contradicted.amount))] : []),
		...tellEnded(telling, everyNth(ofKind(settled, "payout"), ENDED_PAYOUTS)),
		...tellEnded(telling, everyNth(ofKind(settled, "deposit"), ENDED_DEPOSITS)),
		...tellWaiting(telling, everyNth(paidOut, WAITING_COUNT), now),
		...tellGuarded(
			telling,
			paidOut.filter((one) => smooth.includes(one) && hoursBefore(one, now) > 0.5),
			now,
		),
	];
}

// Above this amount the demo's rules require two approvers.
const LARGE_AMOUNT = "1450000.00";

/** One payout with the first of two approvals, and one that repeats the last payout. */
function tellGuarded(telling: Telling, paidOut: readonly PastTransaction[], now: Date): Story[] {
	const inFrancs = paidOut.filter(({ currency }) => currency === "XOF");
	const last = inFrancs.at(-1);
	const other = inFrancs.findLast((one) => one.phone_number !== last?.phone_number);
	return [
		...(other ? [tellHalfApproved(telling, other, LARGE_AMOUNT, now)] : []),
		...(last ? [tellDuplicate(telling, makePast(telling, last), last, now)] : []),
	];
}

/** Returns the first payout since 06:00 UTC that is older than half an hour; if there is none, the newest such payout. */
function chooseLost(paidOut: readonly PastTransaction[], now: Date): PastTransaction | undefined {
	const morning = new Date(now.toISOString().slice(0, 10)).getTime() + 6 * HOUR;
	const old = paidOut.filter((one) => hoursBefore(one, now) > 0.5);
	return old.find((one) => one.created_at.getTime() > morning) ?? old.at(-1);
}

function hoursBefore(transaction: PastTransaction, now: Date): number {
	return (now.getTime() - transaction.created_at.getTime()) / HOUR;
}

function moreThan(amount: string): string {
	return toDecimal(minorOf(amount) + 500_000n);
}

function ofKind(all: readonly PastTransaction[], kind: PastTransaction["kind"]): PastTransaction[] {
	return all.filter((one) => one.kind === kind);
}

function everyNth<T>(all: readonly T[], count: number): T[] {
	const step = Math.max(1, Math.floor(all.length / count));
	return all.filter((_, index) => index % step === step - 1).slice(-count);
}

const MINUTE = 60_000;

/** Payouts that wait for a second approver, or for an approver to read why a payment is repeated. Pure. */
function tellHalfApproved(telling: Telling, like: PastTransaction, amount: string, now: Date): Story {
	const { people, environment } = telling;
	const told = { ...unsentPayment(telling, like, "half-approved"), amount, maker_id: people.maker, approver_id: null };
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

/** Repeats a recent payout to the same number: the maker gave a reason, and an approver must read it. */
function tellDuplicate(telling: Telling, earlier: Story, like: PastTransaction, now: Date): Story {
	const duplicate = { duplicate_of: [earlier.payment.id], duplicate_reason: "Deuxième acompte, bon de commande 482" };
	const maker_id = telling.people.maker;
	const told = { ...unsentPayment(telling, like, "duplicate"), maker_id, approver_id: null, ...duplicate };
	const step = { at: before(now, 7 * MINUTE), state: "awaiting_approval", by: { member: maker_id } } as const;
	return tellStory(telling.environment, told, [
		{ ...step, event: "requested" },
		{
			...step,
			event: "confirmed_duplicate",
			note: duplicate.duplicate_reason,
			details: { earlier: duplicate.duplicate_of },
		},
	]);
}
