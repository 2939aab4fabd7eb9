/** Suspends a machine: its programs, once with the database, sleep longer than every limit while people go on. */

import { setTimeout as pause } from "node:timers/promises";
import type { Payment } from "#lib/contracts/payment.ts";
import { ASKABLE_STATES } from "#lib/payment-state.ts";
import type { KeptProgram } from "#tests/torture/kept-program.ts";
import { resolveByTheBooks } from "#tests/torture/resolve.ts";
import { wakeAll } from "#tests/torture/server-processes.ts";
import {
	atPermit,
	type Prepared,
	postsOf,
	preparePayout,
	senderOf,
	sendPayout,
	type TortureContext,
	until,
} from "#tests/torture/single-payout.ts";

export const SUSPENSION = {
	wire: "machine suspended with a POST on the wire",
	permit: "machine suspended between permit and POST",
	database: "machine suspended with its database",
} as const;

/** Longer than a worker may be silent (30 s) and than the gap after which nothing is sent unproved (60 s). */
const SUSPENDED_MS = 64_000;
const GIVEN_UP_LIMIT_MS = 90_000;

/**
 * Web and worker of the sender's machine sleep with a POST on the wire; the others give the payout up, and people go on.
 * The late answer must find the payout, and nothing may be sent again.
 */
export async function suspendOnTheWire(context: TortureContext, sleepMs = SUSPENDED_MS): Promise<boolean> {
	const prepared = await preparePayout(context, "slow", { ms: 1_200 });
	if (!(await sendPayout(context, prepared))) return false;
	const machine = machineOf(context, await senderOf(context, prepared));
	if (!machine) return false;
	for (const program of machine) program.pause();
	try {
		const asleepSince = performance.now();
		if (!(await isGivenUp(context, prepared))) return false;
		await peopleGoOn(context).catch(() => undefined);
		await pause(Math.max(0, sleepMs - (performance.now() - asleepSince)));
		for (const program of machine) program.wake();
		return await until(async () => (await stateOf(context, prepared)) === "succeeded", 30_000);
	} finally {
		for (const program of machine) program.release();
	}
}

/**
 * The machine that took the permit falls asleep before its first byte. Two people settle the payout as not paid, because the
 * service does not have it: when the machine wakes it must not send. The permit's notification and the first byte race each other.
 */
export async function suspendBeforeThePost(context: TortureContext): Promise<boolean> {
	const { deployment } = context;
	const prepared = await preparePayout(context, "slow", { ms: 100 });
	const sleepers = await stopAtPermit(context, prepared);
	try {
		const sender = await senderOf(context, prepared);
		const machine = machineOf(context, sender);
		for (const program of sleepers) if (!machine?.includes(program)) program.release();
		if (!machine || !sender || !sleepers.includes(sender)) return false;
		for (const program of machine) program.pause();
		sleepers.push(...machine);
		await pause(500);
		if ((await postsOf(deployment, prepared.order)) > 0) return false;
		const asleepSince = performance.now();
		const settled = (await isGivenUp(context, prepared)) && (await resolveByTheBooks(context, prepared.payout.id));
		await pause(Math.max(0, SUSPENDED_MS - (performance.now() - asleepSince)));
		for (const program of machine) program.release();
		await pause(5_000);
		return settled && (await postsOf(deployment, prepared.order)) === 0;
	} finally {
		for (const program of sleepers) program.release();
	}
}

/** Suspends the first machine with the shared database, so that the other machine can do nothing meanwhile. */
export async function suspendWithDatabase(context: TortureContext): Promise<boolean> {
	const { deployment } = context;
	const prepared = await preparePayout(context, "slow", { ms: 1_500 });
	if (!(await sendPayout(context, prepared))) return false;
	const machine = [deployment.webs[0], deployment.workers[0]];
	for (const program of machine) program.pause();
	const server = deployment.victim.suspend();
	try {
		await pause(SUSPENDED_MS);
	} finally {
		wakeAll(server);
		for (const program of machine) program.release();
	}
	return until(async () => (ASKABLE_STATES as readonly string[]).includes(await stateOf(context, prepared)), 60_000);
}

/** Stops every worker that could take the permit, at the permit's notification. */
async function stopAtPermit(context: TortureContext, prepared: Prepared): Promise<KeptProgram[]> {
	const stopped: KeptProgram[] = [];
	await atPermit(context, prepared, () => {
		for (const worker of context.deployment.workers) {
			if (worker.pid === null || worker.isSpared) continue;
			worker.pause();
			stopped.push(worker);
		}
	});
	return stopped;
}

/** Meanwhile one payout is rejected, and one with a lost answer is settled. */
async function peopleGoOn(context: TortureContext): Promise<void> {
	const { users, random } = context.acting;
	const { payout } = await preparePayout(context, "slow", { ms: 50 });
	const approver = random.pick(users.approvers as [(typeof users.approvers)[number]]);
	const decision = { decision: "reject", version: payout.version, reason: "Not any more" };
	for (const web of [0, 1] as const) await approver(web, "POST", `/api/payouts/${payout.id}/decision`, decision);
	const [lost] = await context.deployment.victim.query<Pick<Payment, "id">>(
		"select id from payment where kind = 'payout' and state = 'unknown' and hint_reference is null order by random() limit 1",
	);
	if (lost) await resolveByTheBooks(context, lost.id);
}

function machineOf({ deployment }: TortureContext, sender: KeptProgram | undefined): KeptProgram[] | null {
	const index = sender ? deployment.workers.indexOf(sender) : -1;
	if (index < 0) return null;
	return [deployment.webs[index] as KeptProgram, deployment.workers[index] as KeptProgram];
}

/** False at once if the answer was recorded before the machine fell asleep. */
async function isGivenUp(context: TortureContext, prepared: Prepared): Promise<boolean> {
	await until(async () => (await stateOf(context, prepared)) !== "sending", GIVEN_UP_LIMIT_MS);
	return (await stateOf(context, prepared)) === "unknown";
}

async function stateOf({ deployment }: TortureContext, { payout }: Prepared): Promise<string> {
	const [row] = await deployment.victim.query<{ state: string }>("select state from payment where id = $1", [
		payout.id,
	]);
	return row?.state ?? "";
}
