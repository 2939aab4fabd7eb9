/** Events of whole machines between the kills, and their order: promotions, copies that are put back, suspensions. */
import { setTimeout as pause } from "node:timers/promises";
import { LOW_BALANCE, runLow } from "#tests/torture/low-balance.ts";
import { MOVE, moveServer, PROMOTION, promoteWithLosses } from "#tests/torture/promotion.ts";
import { COPY_AGE_MS, type Copy, copyDeployment, PUT_BACK, type PutBack, putBack } from "#tests/torture/put-back.ts";
import type { TortureContext } from "#tests/torture/single-payout.ts";
import { SUSPENSION, suspendWithDatabase } from "#tests/torture/suspension.ts";
import type { Tally } from "#tests/torture/tally.ts";

export interface EventPlan {
	promotions: number;
	/** The number of synchronous standbys that take over. */
	moves: number;
	/** The number of times at which a wallet has too little for its approved payouts. */
	lowBalances: number;
	putBacks: readonly PutBack[];
	/** True: the first copy ages during a short sleep. A copy that waited for longer sleeps would lose half of the run. */
	copiesEarly: boolean;
	/** The number of machines that are suspended together with the database. */
	suspensions: number;
}

export const LONG_PLAN: EventPlan = {
	promotions: 6,
	moves: 2,
	lowBalances: 4,
	putBacks: ["everything", "database", "everything", "folder", "everything", "database"],
	copiesEarly: false,
	suspensions: 1,
};
export const SHORT_PLAN: EventPlan = {
	promotions: 1,
	moves: 1,
	lowBalances: 1,
	putBacks: ["everything"],
	copiesEarly: true,
	suspensions: 0,
};

/** Tries for an event that was not met, for example because the service was away when it began. */
const TRIES = 3;

export interface Events {
	/** Runs the events that are due; `share` of the kills are over. */
	next(share: number): Promise<void>;
	finish(): Promise<void>;
}

/**
 * `sleepers` settles when no machine sleeps. Nothing is lost before that: a press on a sleeping machine, repeated elsewhere,
 * would be a new request when the machine wakes.
 */
export function planEvents(
	context: TortureContext,
	tally: Tally,
	plan: EventPlan,
	sleepers: Promise<void>,
	say: (line: string) => void,
): Events {
	const turns = [
		...turnsOf(plan.promotions, () => run(PROMOTION, () => promoteWithLosses(context, tally))),
		...turnsOf(plan.moves, () => run(MOVE, () => moveServer(context, tally))),
		...turnsOf(plan.lowBalances, () => run(LOW_BALANCE, () => runLow(context, tally))),
		...turnsOf(plan.suspensions, () => run(SUSPENSION.database, () => suspendWithDatabase(context))),
	].sort((one, other) => one.share - other.share);
	const left = [...plan.putBacks];
	let copy: Copy | null = null;
	let asleep = true;
	void sleepers.then(() => {
		asleep = false;
	});
	const run = async (name: string, happen: () => Promise<boolean>, tries = TRIES) => {
		for (let again = tries; again > 0; again -= 1) {
			const began = performance.now();
			const met = await happen().catch((error: unknown) => wordsOf(error));
			tally.aimed(name, met === true);
			const result = met === true ? "met" : `not met${met ? `: ${met}` : ""}`;
			say(`${name}: ${result}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
			if (tally.points.get(name)?.met) return;
		}
	};
	const goBack = async () => {
		const [what] = left;
		if (what === undefined) return;
		if (asleep && (copy !== null || !plan.copiesEarly)) return;
		if (copy === null) {
			copy = await copyDeployment(context, context.deployment.folder).catch((error: unknown) => {
				say(`no copy: ${wordsOf(error)}`);
				return null;
			});
		} else if (Date.now() - copy.takenAt > COPY_AGE_MS) {
			const taken = copy;
			copy = null;
			left.shift();
			// A copy that was put back is used up, so there is one try.
			await run(PUT_BACK[what], () => putBack(context, tally, what, taken), 1);
		}
	};
	return {
		async next(share) {
			if (!asleep && (turns[0]?.share ?? 2) <= share) await turns.shift()?.run();
			await goBack();
		},
		async finish() {
			await sleepers;
			for (; turns.length > 0; await goBack()) await turns.shift()?.run();
			for (; left.length > 0; await pause(500)) await goBack();
		},
	};
}

/** Evenly over the kills, not at their very beginning. */
function turnsOf(count: number, run: () => Promise<void>) {
	return Array.from({ length: count }, (_, index) => ({ share: (index + 0.5) / count, run }));
}

function wordsOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
