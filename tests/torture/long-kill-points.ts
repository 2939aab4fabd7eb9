/** Two points that take half a minute and more, and so run beside the other kills: recovery, and a worker that slept. */
import { setTimeout as pause } from "node:timers/promises";
import {
	isWorkerWaitingFor,
	killWorkers,
	preparePayout,
	senderOf,
	sendPayout,
	type TortureContext,
	until,
	whileLocked,
} from "#tests/torture/single-payout.ts";
import type { Tally } from "#tests/torture/tally.ts";

const RECOVERY = "recovery of attempts";
export const SLEEP = "worker asleep past its time, then awake";
export const LONG_SLEEP = "worker asleep past the permit's deadline, then awake";

/** Recovery gives up a dead worker's payment: the worker that does so is killed while it waits for the row. */
export async function killDuringRecovery(context: TortureContext, tally: Tally, ending: AbortSignal): Promise<void> {
	while (!ending.aborted) {
		await pause(200);
		const met = await killWhoRecovers(context, tally, ending).catch(() => false);
		if (met) return tally.aimed(RECOVERY, true);
	}
	tally.aimed(RECOVERY, false);
}

async function killWhoRecovers(context: TortureContext, tally: Tally, ending: AbortSignal): Promise<boolean> {
	const { deployment } = context;
	const [lost] = await deployment.victim.query<{ id: string }>(
		`select payment_id as id from attempt join payment on payment.id = payment_id
		where state = 'sending' and answered_at is null and permitted_at < now() - interval '8 seconds' and not exists
			(select from worker where worker.id = worker_id and seen_at > now() - interval '8 seconds')
		order by permitted_at limit 1`,
	);
	if (!lost) return false;
	return whileLocked(context, lost.id, async (locker) => {
		const met = await until(async () => ending.aborted || (await isWorkerWaitingFor(context, locker)), 60_000);
		if (!met || ending.aborted) return false;
		killWorkers(context, tally);
		return true;
	});
}

/**
 * SIGSTOP with a POST on the wire, SIGCONT once the other worker has given the payment up: the late answer must find its
 * payment, and nothing may be sent again.
 */
export async function sleepPastTime(context: TortureContext, tally: Tally, name: string): Promise<boolean> {
	const met = await sleepAndWake(context).catch(() => false);
	tally.aimed(name, met);
	return met;
}

async function sleepAndWake(context: TortureContext): Promise<boolean> {
	const { deployment } = context;
	const prepared = await preparePayout(context, "slow", { ms: 1_200 });
	if (!(await sendPayout(context, prepared))) return false;
	const sleeper = await senderOf(context, prepared);
	if (!sleeper) return false;
	sleeper.pause();
	try {
		const stateOf = async () => {
			const rows = await deployment.victim.query<{ state: string }>("select state from payment where id = $1", [
				prepared.payout.id,
			]);
			return rows[0]?.state;
		};
		const givenUp = await until(async () => (await stateOf()) === "unknown", 90_000);
		sleeper.wake();
		return givenUp && (await until(async () => (await stateOf()) === "succeeded", 30_000));
	} finally {
		sleeper.release();
	}
}
