/** The primary dies for good and its standby takes over, without the last commits or with all of them. */
import { setTimeout as pause } from "node:timers/promises";
import { preparePayout, sendPayout, type TortureContext } from "#tests/torture/single-payout.ts";
import type { Standby } from "#tests/torture/standby.ts";
import type { Tally } from "#tests/torture/tally.ts";
import type { VictimDatabase } from "#tests/torture/victim-database.ts";
import { untilSent, whileApprovedWait } from "#tests/torture/waiting-payouts.ts";

export const PROMOTION = "standby promoted without the last commits";
export const MOVE = "server moved: a synchronous standby takes over";

/** Time until each machine has found everything in the new primary, and the wallet is proved. */
const MOVED_LIMIT_MS = 60_000;

/** Met if payouts that the standby knows as approved were sent in the time that it lacks. */
export async function promoteWithLosses(context: TortureContext, tally: Tally): Promise<boolean> {
	const { victim } = context.deployment;
	const standby = await readyStandby(victim);
	if (!standby) return false;
	let cutAt = Number.NaN;
	try {
		const waiting = await whileApprovedWait(context, async (approved) => {
			cutAt = Date.now();
			await standby.follow(await victim.position());
			await standby.cut();
			return approved;
		});
		const sent = await untilSent(context, waiting);
		await pause(context.random.between(200, 2_000));
		await victim.killForGood();
		tally.killed("postmaster");
		tally.lost({
			name: PROMOTION,
			from: cutAt,
			to: Date.now(),
			waiting: waiting.map(({ order }) => order),
			ofDatabase: true,
			ofFolder: false,
		});
		await victim.failOver(standby);
		return sent && waiting.length > 0;
	} finally {
		victim.makeStandby();
	}
}

/** A synchronous standby takes over. True if the approved payouts leave afterwards and no admin was asked. */
export async function moveServer(context: TortureContext, tally: Tally): Promise<boolean> {
	const { victim } = context.deployment;
	const standby = await readyStandby(victim);
	if (!standby) return false;
	const asked = tally.questions.length;
	try {
		if (!(await victim.waitForStandby())) return false;
		// This payout's permit tells the machines, outside of the database, that no commit can be missing.
		if (!(await sendPayout(context, await preparePayout(context, "slow", { ms: 50 })))) return false;
		const waiting = await whileApprovedWait(context, async (approved) => {
			await victim.killForGood();
			tally.killed("postmaster");
			await victim.failOver(standby);
			return approved;
		});
		const sent = await untilSent(context, waiting, MOVED_LIMIT_MS);
		return sent && waiting.length > 0 && tally.questions.length === asked;
	} finally {
		await victim.waitForNobody();
		victim.makeStandby();
	}
}

async function readyStandby(victim: VictimDatabase): Promise<Standby | null> {
	const standby = await victim.standby();
	if (standby) return standby;
	victim.makeStandby();
	return victim.standby();
}
