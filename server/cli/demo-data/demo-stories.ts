/** Builds the payments behind the sandbox's transactions: most as they happened, a few as cases that people must handle. Pure. */
import { minorOf, toDecimal } from "#lib/money.ts";
import {
	buildContradiction,
	buildEnded,
	buildUnknown,
	buildWaiting,
	unsentPayment,
} from "#server/cli/demo-data/open-payments.ts";
import { before, isFromElsewhere, makePast, type StoryContext } from "#server/cli/demo-data/past-payments.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import { buildStory, type Story } from "#server/cli/demo-data/story.ts";

const HOUR = 3_600_000;
const ENDED_PAYOUTS = 20;
const ENDED_DEPOSITS = 8;
const WAITING_COUNT = 3;

export function buildStories(context: StoryContext, past: readonly PastTransaction[], now: Date): Story[] {
	const paidOut = past.filter(({ kind, status }) => kind === "payout" && status === "success");
	const lost = chooseLost(paidOut, now);
	const contradicted = paidOut.findLast((one) => one !== lost && hoursBefore(one, now) > 30);
	const played = new Set([lost, contradicted]);
	const smooth = past.filter((one) => !played.has(one) && !isFromElsewhere(one));
	const old = past.filter((one) => hoursBefore(one, now) > 72);
	const { payout: oldPayouts = [], deposit: oldDeposits = [] } = Object.groupBy(old, ({ kind }) => kind);
	return [
		...smooth.map((one) => makePast(context, one)),
		...(lost ? [buildUnknown(context, lost)] : []),
		...(contradicted
			? [buildContradiction(context, contradicted, toDecimal(minorOf(contradicted.amount) + 500_000n))]
			: []),
		...buildEnded(context, everyNth(oldPayouts, ENDED_PAYOUTS)),
		...buildEnded(context, everyNth(oldDeposits, ENDED_DEPOSITS)),
		...buildWaiting(context, everyNth(paidOut, WAITING_COUNT), now),
		...buildGuarded(
			context,
			paidOut.filter((one) => smooth.includes(one) && hoursBefore(one, now) > 0.5),
			now,
		),
	];
}

// The demo's rules require two approvers for this amount.
const LARGE_AMOUNT = "1450000.00";

function buildGuarded(context: StoryContext, paidOut: readonly PastTransaction[], now: Date): Story[] {
	const inFrancs = paidOut.filter(({ currency }) => currency === "XOF");
	const last = inFrancs.at(-1);
	const other = inFrancs.findLast((one) => one.phone_number !== last?.phone_number);
	return [
		...(other ? [buildHalfApproved(context, other, LARGE_AMOUNT, now)] : []),
		...(last ? [buildDuplicate(context, makePast(context, last), last, now)] : []),
	];
}

/** Chooses, among payouts older than half an hour, the first since 06:00 UTC today, else the newest. */
function chooseLost(paidOut: readonly PastTransaction[], now: Date): PastTransaction | undefined {
	const morning = new Date(now.toISOString().slice(0, 10)).getTime() + 6 * HOUR;
	const old = paidOut.filter((one) => hoursBefore(one, now) > 0.5);
	return old.find((one) => one.created_at.getTime() > morning) ?? old.at(-1);
}

function hoursBefore(transaction: PastTransaction, now: Date): number {
	return (now.getTime() - transaction.created_at.getTime()) / HOUR;
}

function everyNth<T>(all: readonly T[], count: number): T[] {
	const step = Math.max(1, Math.floor(all.length / count));
	return all.filter((_, index) => index % step === step - 1).slice(-count);
}

const MINUTE = 60_000;

function buildHalfApproved(context: StoryContext, like: PastTransaction, amount: string, now: Date): Story {
	const { people, environment } = context;
	const payment = {
		...unsentPayment(context, like, "half-approved"),
		amount,
		maker_id: people.maker,
		approver_id: null,
	};
	return buildStory(environment, payment, [
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

function buildDuplicate(context: StoryContext, earlier: Story, like: PastTransaction, now: Date): Story {
	const duplicate = { duplicate_of: [earlier.payment.id], duplicate_reason: "Deuxième acompte, bon de commande 482" };
	const maker_id = context.people.maker;
	const payment = { ...unsentPayment(context, like, "duplicate"), maker_id, approver_id: null, ...duplicate };
	const step = { at: before(now, 7 * MINUTE), state: "awaiting_approval", by: { member: maker_id } } as const;
	return buildStory(context.environment, payment, [
		{ ...step, event: "requested" },
		{
			...step,
			event: "confirmed_duplicate",
			note: duplicate.duplicate_reason,
			details: { earlier: duplicate.duplicate_of },
		},
	]);
}
