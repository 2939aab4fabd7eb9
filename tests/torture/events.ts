/** Events of whole machines between the kills, and their order: promotions, copies put back, suspensions. */
import { setTimeout as pause } from "node:timers/promises";
import { LOW_BALANCE, runLow } from "#tests/torture/low-balance.ts";
import { MOVE, moveServer, PROMOTION, promoteWithLosses } from "#tests/torture/promotion.ts";
import { COPY_AGE_MS, type Copy, copyDeployment, PUT_BACK, type PutBack, putBack } from "#tests/torture/put-back.ts";
import type { Scene } from "#tests/torture/scene.ts";
import { SUSPENSION, suspendWithDatabase } from "#tests/torture/suspension.ts";
import type { Tally } from "#tests/torture/tally.ts";

export interface EventPlan {
	promotions: number;
	/** Synchronous standbys that take over. */
	moves: number;
	/** Times at which a wallet has too little for what is approved. */
	lowBalances: number;
	putBacks: readonly PutBack[];
	/** The first copy grows old while a machine sleeps for as long; one that waits for longer sleeps would forget half of the run. */
	copiesEarly: boolean;
	/** Machines suspended together with the database. */
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

/** Of an event that was never met: the service may have been away when it began, say. */
const TRIES = 3;

export interface Events {
	/** Those whose turn has come by now; `share` of the kills are over. */
	next(share: number): Promise<void>;
	/** All that are left. */
	finish(): Promise<void>;
}

/**
 * `sleepers`: settles when no machine sleeps any more. Nothing is forgotten before: what was pressed on a sleeper, and again
 * elsewhere, would be a new wish when it wakes.
 */
export function planEvents(
	scene: Scene,
	tally: Tally,
	plan: EventPlan,
	sleepers: Promise<void>,
	say: (line: string) => void,
): Events {
	const turns = [
		...turnsOf(plan.promotions, () => run(PROMOTION, () => promoteWithLosses(scene, tally))),
		...turnsOf(plan.moves, () => run(MOVE, () => moveServer(scene, tally))),
		...turnsOf(plan.lowBalances, () => run(LOW_BALANCE, () => runLow(scene, tally))),
		...turnsOf(plan.suspensions, () => run(SUSPENSION.database, () => suspendWithDatabase(scene))),
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
			copy = await copyDeployment(scene, scene.deployment.folder).catch((error: unknown) => {
				say(`no copy: ${wordsOf(error)}`);
				return null;
			});
		} else if (Date.now() - copy.takenAt > COPY_AGE_MS) {
			const taken = copy;
			copy = null;
			left.shift();
			// A copy that was put back is no copy any more: there is one try.
			await run(PUT_BACK[what], () => putBack(scene, tally, what, taken), 1);
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
