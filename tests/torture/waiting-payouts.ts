/** Payouts that are approved and wait, because every worker sleeps until the caller is done. */
import { setTimeout as pause } from "node:timers/promises";
import type { Deployment } from "#tests/torture/deployment.ts";
import type { KeptProgram } from "#tests/torture/kept-program.ts";
import { approveOrder } from "#tests/torture/place-order.ts";
import {
	maySend,
	type Prepared,
	postsOf,
	preparePayout,
	type TortureContext,
	until,
} from "#tests/torture/single-payout.ts";

const COUNT = 3;
const TRIES = 60;
const SENT_LIMIT_MS = 30_000;

/** Runs while they wait; afterwards the workers wake and send them. */
export async function whileApprovedWait<T>(
	context: TortureContext,
	run: (waiting: readonly Prepared[]) => Promise<T>,
): Promise<T> {
	await until(() => maySend(context));
	const prepared: Prepared[] = [];
	for (let count = 0; count < COUNT; count += 1) prepared.push(await preparePayout(context, "slow", { ms: 50 }));
	const asleep = await sleepBetweenTransactions(context.deployment);
	try {
		await Promise.all(prepared.map(({ order, payout }) => approveOrder(context.acting, order, payout)));
		const waiting = await context.deployment.victim.query<{ id: string }>(
			"select id from payment where state = 'approved' and id = any($1)",
			[prepared.map(({ payout }) => payout.id)],
		);
		const isWaiting = new Set(waiting.map(({ id }) => id));
		return await run(prepared.filter(({ payout }) => isWaiting.has(payout.id)));
	} finally {
		for (const worker of asleep) worker.release();
	}
}

/** True if all of them have reached the service, whose faults are cleared so that the lost stretch stays short. */
export async function untilSent(
	{ deployment }: TortureContext,
	waiting: readonly Prepared[],
	limitMs = SENT_LIMIT_MS,
): Promise<boolean> {
	await deployment.sandbox.clearFaults().catch(() => undefined);
	const posted = async () => (await Promise.all(waiting.map(({ order }) => postsOf(deployment, order)))).every(Boolean);
	return until(posted, limitMs);
}

/** A process that sleeps in the middle of a transaction holds locks that the approvals need. */
export async function sleepBetweenTransactions(deployment: Deployment): Promise<KeptProgram[]> {
	for (let tries = 1; ; tries += 1) {
		const asleep = deployment.workers.filter((worker) => worker.pid !== null && !worker.isSpared);
		for (const worker of asleep) worker.pause();
		await pause(20);
		const busy = await deployment.victim.query(
			"select from pg_stat_activity where application_name = 'cauri-worker' and state <> 'idle'",
		);
		if (busy.length === 0 || tries === TRIES) return asleep;
		for (const worker of asleep) worker.release();
		await pause(30);
	}
}
