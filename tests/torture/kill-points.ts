/**
 * The named points: each waits for one moment of one payout and kills there. The moment is seen from outside: in the service's
 * request log, and in notifications, locks and waits of the database. Nothing in the product knows of it.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
	atPermit,
	isWorkerWaitingFor,
	killWorkers,
	postsOf,
	preparePayout,
	senderOf,
	sendPayout,
	type TortureContext,
	until,
	whileLocked,
} from "#tests/torture/single-payout.ts";
import type { Tally } from "#tests/torture/tally.ts";

/** Kills at its point and reports to the tally; true if the moment was met. */
export type KillPoint = (context: TortureContext, tally: Tally) => Promise<boolean>;

export const KILL_POINTS = {
	"permit committed, POST not yet out": beforeThePost,
	"POST on the wire": onTheWire,
	"answer arrived, outcome not recorded": beforeTheRecord,
	"in the middle of COMMIT": insideCommit,
	"merge of unrecorded outcomes": duringMerge,
} satisfies Record<string, KillPoint>;
export type KillPointName = keyof typeof KILL_POINTS;

/** The permit's notification and the worker's first byte race each other: the point is met if no POST ever arrives. */
async function beforeThePost(context: TortureContext, tally: Tally): Promise<boolean> {
	const prepared = await preparePayout(context, "slow", { ms: 100 });
	if (!(await atPermit(context, prepared, () => killWorkers(context, tally)))) return false;
	await pause(500);
	return (await postsOf(context.deployment, prepared.order)) === 0;
}

async function onTheWire(context: TortureContext, tally: Tally): Promise<boolean> {
	const { deployment, random } = context;
	const prepared = await preparePayout(context, "slow", { ms: 1_500 });
	if (!(await sendPayout(context, prepared))) return false;
	if (random.chance(0.3)) {
		tally.killed("postmaster");
		await deployment.victim.killPostmaster(random.between(100, 2_500));
		return true;
	}
	const sender = await senderOf(context, prepared);
	if (sender?.kill()) tally.killed(sender.name);
	return sender !== undefined;
}

/** The worker has the answer and waits for a locked row. */
async function beforeTheRecord(context: TortureContext, tally: Tally): Promise<boolean> {
	const { deployment, random } = context;
	const prepared = await preparePayout(context, "slow", { ms: 1_500 });
	if (!(await sendPayout(context, prepared))) return false;
	const sender = await senderOf(context, prepared);
	return whileLocked(context, prepared.payout.id, async (locker) => {
		if (!(await until(() => isWorkerWaitingFor(context, locker)))) return false;
		if (random.chance(0.3)) {
			tally.killed("postmaster");
			await deployment.victim.killPostmaster(random.between(100, 1_000));
			return true;
		}
		if (sender?.kill()) tally.killed(sender.name);
		return sender !== undefined;
	});
}

/**
 * The commit waits for a standby that does not exist: it is in the log, and its sender has no answer. Then only the disk knows
 * whether it worked.
 */
async function insideCommit(context: TortureContext, tally: Tally): Promise<boolean> {
	const { deployment, random } = context;
	const prepared = await preparePayout(context, "slow", { ms: 1_500 });
	if (!(await sendPayout(context, prepared))) return false;
	const sender = await senderOf(context, prepared);
	// Shortly before the answer: from then on every commit waits and keeps its connection.
	await pause(1_350);
	try {
		await deployment.victim.query("alter system set synchronous_standby_names = 'nobody'");
		await deployment.victim.query("select pg_reload_conf()");
		if (!(await until(() => isOutcomeCommitting(context)))) return false;
		const victim = random.pick(["postmaster", "backend", "worker"]);
		if (victim === "worker" && sender?.kill()) tally.killed(sender.name);
		else if (victim === "backend" && (await deployment.victim.killBackend("cauri-worker"))) tally.killed("backend");
		else {
			tally.killed("postmaster");
			await deployment.victim.killPostmaster(random.between(100, 800));
		}
		return true;
	} finally {
		await deployment.victim.query("alter system reset synchronous_standby_names");
		await deployment.victim.query("select pg_reload_conf()");
	}
}

async function isOutcomeCommitting({ deployment }: TortureContext): Promise<boolean> {
	const committing = await deployment.victim.query(
		`select from pg_stat_activity a where application_name = 'cauri-worker' and wait_event = 'SyncRep'
		and exists (select from pg_locks l where l.pid = a.pid and l.relation = 'attempt'::regclass)`,
	);
	return committing.length > 0;
}

/** The answer came while the database was away, and is only in the file; the worker that merges it is killed in between. */
async function duringMerge(context: TortureContext, tally: Tally): Promise<boolean> {
	const { deployment } = context;
	const prepared = await preparePayout(context, "slow", { ms: 1_500 });
	if (!(await sendPayout(context, prepared))) return false;
	const { id } = prepared.payout;
	const sender = await senderOf(context, prepared);
	deployment.victim.killNow();
	tally.killed("postmaster");
	const filed = await until(async () => unrecorded(deployment.dataDir).includes(id));
	if (filed && sender?.kill()) tally.killed(sender.name);
	// The workers sleep until the row is locked, because a worker merges first when the database is back.
	const asleep = deployment.workers.filter((worker) => worker.pid !== null && !worker.isSpared);
	for (const worker of asleep) worker.pause();
	try {
		await deployment.victim.revive();
		if (!filed) return false;
		return await whileLocked(context, id, async (locker) => {
			for (const worker of asleep) worker.release();
			if (!(await until(() => isWorkerWaitingFor(context, locker), 25_000))) return false;
			killWorkers(context, tally);
			return true;
		});
	} finally {
		for (const worker of asleep) worker.release();
	}
}

function unrecorded(dataDir: string): string {
	const file = join(dataDir, "unrecorded-outcomes.jsonl");
	return existsSync(file) ? readFileSync(file, "utf8") : "";
}
