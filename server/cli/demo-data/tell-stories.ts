/** Chooses who plays which part: most transactions as they went, a few as the cases that people have to do with. Pure. */
import { minorOf, toDecimal } from "#lib/money.ts";
import { tellDuplicate, tellHalfApproved } from "#server/cli/demo-data/guarded-payouts.ts";
import { tellContradiction, tellEnded, tellUnknown, tellWaiting } from "#server/cli/demo-data/open-payments.ts";
import { isFromElsewhere, type Telling, tellPast } from "#server/cli/demo-data/past-payments.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import type { Story } from "#server/cli/demo-data/story.ts";

const HOUR = 3_600_000;
const ENDED_PAYOUTS = 20;
const ENDED_DEPOSITS = 8;
const WAITING_COUNT = 3;

/** `past` oldest first. */
export function tellStories(telling: Telling, past: readonly PastTransaction[], now: Date): Story[] {
	const paidOut = past.filter(({ kind, status }) => kind === "payout" && status === "success");
	const lost = chooseLost(paidOut, now);
	const contradicted = paidOut.findLast((one) => one !== lost && hoursBefore(one, now) > 30);
	const played = new Set([lost, contradicted]);
	const smooth = past.filter((one) => !played.has(one) && !isFromElsewhere(one));
	const settled = past.filter((one) => hoursBefore(one, now) > 72);
	return [
		...smooth.map((one) => tellPast(telling, one)),
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

// Above this amount the demo's rules ask for two people.
const LARGE_AMOUNT = "1450000.00";

/** One that has the first of two approvals, and one that pays again what was paid last. */
function tellGuarded(telling: Telling, paidOut: readonly PastTransaction[], now: Date): Story[] {
	const inFrancs = paidOut.filter(({ currency }) => currency === "XOF");
	const last = inFrancs.at(-1);
	const other = inFrancs.findLast((one) => one.phoneNumber !== last?.phoneNumber);
	return [
		...(other ? [tellHalfApproved(telling, other, LARGE_AMOUNT, now)] : []),
		...(last ? [tellDuplicate(telling, tellPast(telling, last), last, now)] : []),
	];
}

/** This morning's first payout; before the first of the day, the last one of yesterday. */
function chooseLost(paidOut: readonly PastTransaction[], now: Date): PastTransaction | undefined {
	const morning = new Date(now.toISOString().slice(0, 10)).getTime() + 6 * HOUR;
	const old = paidOut.filter((one) => hoursBefore(one, now) > 0.5);
	return old.find((one) => one.createdAt.getTime() > morning) ?? old.at(-1);
}

function hoursBefore(transaction: PastTransaction, now: Date): number {
	return (now.getTime() - transaction.createdAt.getTime()) / HOUR;
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
