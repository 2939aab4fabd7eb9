/** Runs the worker: sends, watches and recovers payments, beside any number of workers on the same database. */

import { hostname } from "node:os";
import { makeWorkerUtils } from "graphile-worker";
import { sql } from "kysely";
import type { Pool } from "pg";
import { ulid } from "ulid";
import { checkAudit } from "#server/audit/read-audit-check.ts";
import { auditSealer } from "#server/audit/seal-audit.ts";
import { writeNextExport } from "#server/background-exports/write-export.ts";
import { endWaitingChanges } from "#server/change-requests/confirm-change.ts";
import type { SystemContext } from "#server/context.ts";
import { DATABASE_MISMATCH, findingOf } from "#server/continuity/database-mismatch.ts";
import { adoptEnvironment } from "#server/continuity/environment-in-use.ts";
import { newHeartbeat, writeHeartbeat } from "#server/continuity/heartbeat.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { TIMING } from "#server/payment-records/send-timing.ts";
import { noteApproverKeys } from "#server/payments/rules/approval-signature.ts";
import { mergeOutcomes } from "#server/payments/send/outcome-file.ts";
import { recoverAttempts } from "#server/payments/send/recover-attempts.ts";
import { requeuePayments } from "#server/payments/send/requeue-payments.ts";
import { expirePayments } from "#server/payments/stop/expire-payments.ts";
import { queueReconciliation } from "#server/reconciliation/queue-reconciliation.ts";
import { openAuditKey } from "#server/store/audit-key.ts";
import { deleteExpiredRecords } from "#server/store/delete-expired-records.ts";
import { foldHeads, readPlaces } from "#server/store/head-file.ts";
import { addJob } from "#server/store/job-queue.ts";
import { trimJournal } from "#server/store/permit-journal.ts";
import { readReplication } from "#server/store/server-identity.ts";
import { readWorkersAtWork } from "#server/store/worker-heartbeats.ts";
import { type HeadKeeper, keepReceivedHeads } from "#server/worker/head-keeper.ts";
import { startJobRunner } from "#server/worker/job-runner.ts";
import { addRegularJobs, regularKey } from "#server/worker/regular-jobs.ts";
import { runPeriodically } from "#server/worker/run-periodically.ts";
import { sendingTasks, watchingTasks } from "#server/worker/tasks.ts";

export interface RunningWorker {
	id: string;
	/** `performance.now()` of the last heartbeat in the database; null before the first. */
	lastHeartbeat(): number | null;
	/** Drains: takes no new job, waits for a POST under way and records its answer. */
	stop(): Promise<void>;
}

const HEARTBEAT_MS = 5_000;
/** The pause is short, because a payout may wait for the proof. Without a gap a round costs one small query. */
const PROOF_MS = 1_000;
const CLEANING_MS = 6 * 3_600_000;
const EXPORT_MS = 2_000;
const SEAL_MS = 2_000;
/** The longest delay between the end of a regular job and the plan of its next run. */
const REGULAR_MS = 10_000;
const AUDIT_CHECK_MS = 24 * 3_600_000;
// Jobs mostly wait for the service. Sending and watching have their own slots, so that neither starves the other. One wallet has fewer
// lanes than there are slots for sending: while all its payouts hang, deposits and other wallets continue.
const SENDING_AT_ONCE = 24;
const WATCHING_AT_ONCE = 6;

/**
 * Resolves once the worker takes jobs. Throws when the database is unreachable at the start. `sendingPool` takes and completes sending
 * jobs; its writes need not survive a crash of the database server.
 */
export async function runWorker(system: SystemContext, pool: Pool, sendingPool: Pool = pool): Promise<RunningWorker> {
	// Unique for each process start, so that a restarted worker cannot write the answers of the previous one.
	const id = `${hostname()}:${process.pid}:${ulid()}`;
	const { log } = system;
	await adoptEnvironment(system);
	// The places are named before anything is written: a worker without them, once it is gone, would be awaited for ever after a move.
	const places = await readPlaces(system.config);
	const heartbeat = newHeartbeat(id, () => findingOf(system.database, id) === null, places);
	// At the first heartbeat every wallet is unproved: what happened before is unknown until it has been read.
	await writeHeartbeat(system, heartbeat);
	const heads = keepReceivedHeads(system, id);
	await warnOfReplication(system);
	// The first round precedes the first job: it records answers that a worker could store only in a file, marks overdue payments unknown,
	// and expires old ones.
	await round(system, heads).catch((err: unknown) => log.error({ event: "round_failed", job: "round", err }));
	const heartbeats = runPeriodically(log, "heartbeat", HEARTBEAT_MS, () => writeHeartbeat(system, heartbeat));
	const proofs = runPeriodically(log, "proof", PROOF_MS, () => proveWallets(system, { workerId: id }));
	const rounds = runPeriodically(log, "round", TIMING.roundMs, () => round(system, heads));
	await tidy(system, id);
	const cleaning = runPeriodically(log, "cleaning", CLEANING_MS, () => clean(system, pool, id));
	const checks = runPeriodically(log, "audit_check", AUDIT_CHECK_MS, () => checkAudit(system));
	const ending = new AbortController();
	const exports = runPeriodically(log, "exports", EXPORT_MS, () => writeNextExport(system, ending.signal));
	const seals = runPeriodically(log, "audit_seal", SEAL_MS, auditSealer(system, openAuditKey(system.config.dataDir)));
	const watching = await startJobRunner({
		pool,
		log,
		tasks: watchingTasks(system),
		concurrency: WATCHING_AT_ONCE,
	});
	let regularAt = await askWallets(system);
	const regular = runPeriodically(log, "regular_jobs", REGULAR_MS, async () => {
		regularAt = await addRegularJobs(system, regularAt);
	});
	// Sending starts last: a failure before this line ends the process, which must not happen during a POST.
	const sending = await startJobRunner({
		pool: sendingPool,
		log,
		tasks: sendingTasks(system, heartbeat),
		concurrency: SENDING_AT_ONCE,
	});
	// This check runs in the background; an unreadable audit log is checked again the next day.
	const firstCheck = checkAudit(system).catch((err: unknown) => log.error({ event: "audit_not_checked", err }));
	log.info({ event: "worker_started" });
	return {
		id,
		lastHeartbeat: () => heartbeat.last?.ticks ?? null,
		async stop() {
			ending.abort();
			// The heartbeat continues until the last answer is written: this worker is alive while it waits.
			await Promise.all(
				[sending, watching, regular, rounds, cleaning, checks, exports, seals].map((each) => each.stop()),
			);
			await firstCheck;
			await proofs.stop();
			await Promise.all([heartbeats.stop(), heads.stop()]);
			// After the next start, the wallets are proved from this heartbeat on.
			await writeHeartbeat(system, heartbeat).catch((err: unknown) => log.error({ event: "last_heartbeat_lost", err }));
			log.info({ event: "worker_stopped" });
		},
	};
}

/** Each step is safe at any time and beside other workers; a step that fails does not keep the others from running. */
async function round(system: SystemContext, heads: HeadKeeper): Promise<void> {
	const steps = [
		() => heads.checkHead(),
		() => mergeOutcomes(system),
		() => recoverAttempts(system),
		() => noteApproverKeys(system.database),
		() => expirePayments(system),
		() => endWaitingChanges(system),
		() => requeuePayments(system),
	];
	const faults: unknown[] = [];
	for (const step of steps) await step().catch((error: unknown) => faults.push(error));
	const [first, ...others] = faults;
	if (others.length > 0) throw new AggregateError(faults, "several steps of a round failed");
	if (first) throw first;
}

/** Logs a warning if a standby may lack the last commits: as the new primary it would not know of payments that left. */
async function warnOfReplication({ database, log }: SystemContext): Promise<void> {
	const replication = await readReplication(database);
	if (replication === "asynchronous") log.warn({ event: "replication_asynchronous" });
	if (replication === "not_known") log.warn({ event: "replication_not_known" });
}

/** Takes over the heads of dead workers and drops their old journal segments above the size limit. An error is only logged. */
async function tidy(system: SystemContext, workerId: string): Promise<void> {
	const { config, clock, database, log } = system;
	try {
		const living = [workerId, ...(await readWorkersAtWork(database))];
		await foldHeads(config, workerId, living);
		await trimJournal(config, clock.now(), living);
	} catch (error) {
		log.error({ event: "files_not_tidied", err: error });
	}
}

async function clean(system: SystemContext, pool: Pool, workerId: string): Promise<void> {
	await forgetOldWorkers(system);
	const rows = await deleteExpiredRecords(system.database);
	if (rows > 0) system.log.info({ event: "traces_forgotten", rows });
	await tidy(system, workerId);
	const utils = await makeWorkerUtils({ pgPool: pool });
	await utils.cleanup({ tasks: ["DELETE_PERMAFAILED_JOBS", "GC_JOB_QUEUES"] });
	await utils.release();
}

/** Reads each wallet at once, with jobs that replace the waiting regular ones. Returns the time of `addRegularJobs`. */
async function askWallets(system: SystemContext): Promise<Date> {
	for (const currency of system.config.walletCurrencies) {
		for (const name of ["read_balance", "sync_movements"] as const)
			await addJob(system.database, name, { currency }, { key: regularKey(name, currency) });
		// The job is queued even while the service is unavailable: a new release may judge stored lines differently, which then shows at once.
		await queueReconciliation(system.database, currency);
	}
	return addRegularJobs(system);
}

/**
 * Deletes rows of workers without a heartbeat for two days. Keeps the newest row, which shows when a worker last ran, and all rows during
 * a database mismatch: it may await them, and a later worker of the same machine reports in their place.
 */
export async function forgetOldWorkers({ database }: SystemContext): Promise<void> {
	await database
		.deleteFrom("worker")
		.where("seen_at", "<", sql<Date>`now() - interval '2 days'`)
		.where("seen_at", "<", (of) => of.selectFrom("worker as newest").select((w) => w.fn.max("newest.seen_at").as("at")))
		.where(({ not, exists, selectFrom }) => not(exists(selectFrom("setting").where("name", "=", DATABASE_MISMATCH))))
		.execute();
}
