/** The second door: jobs. Sends, watches and recovers, beside any number of others on the same database. */
import { makeWorkerUtils } from "graphile-worker";
import type { Pool } from "pg";
import { checkAudit } from "#server/audit/check-audit.ts";
import { endWaitingChanges } from "#server/change-requests/end-waiting-changes.ts";
import type { SystemContext } from "#server/context.ts";
import { newLife, showLife } from "#server/continuity/life.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { expirePayments } from "#server/payments/approve/expire-payments.ts";
import { mergeOutcomes } from "#server/payments/send/record-or-file.ts";
import { recoverAttempts } from "#server/payments/send/recover-attempts.ts";
import { requeuePayments } from "#server/payments/send/requeue-payments.ts";
import { isKnownTo } from "#server/payments/stop/database-doubt.ts";
import { askReconciliation } from "#server/reconciliation/ask-reconciliation.ts";
import { forgetTraces } from "#server/store/forget-traces.ts";
import { foldHeads } from "#server/store/head-file.ts";
import { readWorkersAtWork } from "#server/store/living-workers.ts";
import { trimJournal } from "#server/store/permit-journal.ts";
import { addJob } from "#server/store/queue.ts";
import { readReplication } from "#server/store/server-identity.ts";
import { type HeadKeeper, keepHeadsHeard } from "#server/worker/head-keeper.ts";
import { forgetOldWorkers, newWorkerId } from "#server/worker/heartbeat.ts";
import { startJobRunner } from "#server/worker/job-runner.ts";
import { repeat } from "#server/worker/repeat.ts";
import { guessSchedule, importSchedule, walletSchedule } from "#server/worker/schedule.ts";
import { sendingTasks, watchingTasks } from "#server/worker/tasks.ts";

export interface RunningWorker {
	id: string;
	/** Drains: no new job; a POST on the wire is waited for and its answer recorded. */
	stop(): Promise<void>;
}

const HEARTBEAT_MS = 5_000;
/** One small question; people wait for the answer when a payout does. */
const PROOF_MS = 1_000;
/** How late a lost answer, an expiry or a payment without a job is found at most. */
const ROUND_MS = 15_000;
const CLEANING_MS = 6 * 3_600_000;
const AUDIT_CHECK_MS = 24 * 3_600_000;
// Jobs mostly wait for the service; each set has its own, so that one cannot starve the other.
const SENDING_AT_ONCE = 8;
const WATCHING_AT_ONCE = 6;

/**
 * Resolves when jobs are being taken. Throws when the database cannot be reached at the start. `sendingPool`: on which jobs of
 * sending are taken and put away; what it writes need not outlive the server.
 */
export async function runWorker(system: SystemContext, pool: Pool, sendingPool: Pool = pool): Promise<RunningWorker> {
	const id = newWorkerId();
	const { log } = system;
	const life = newLife(id, () => isKnownTo(system.database, id));
	// The first sign of life opens a gap: nobody knows what happened before, until the wallet was read.
	await showLife(system, life);
	const heads = keepHeadsHeard(system, id);
	await warnOfReplication(system);
	// Before the first job: what is in the file is an answer, what is overdue is unknown, what is too old is not sent.
	await round(system, heads).catch(async (error: unknown) => {
		await heads.stop();
		throw error;
	});
	const heartbeat = repeat(log, "heartbeat", HEARTBEAT_MS, () => showLife(system, life));
	const firstProof = proveWallets(system).catch((err: unknown) => log.error({ event: "wallets_not_proved", err }));
	const proofs = repeat(log, "proof", PROOF_MS, () => proveWallets(system));
	const rounds = repeat(log, "round", ROUND_MS, () => round(system, heads));
	await tidy(system, id);
	const cleaning = repeat(log, "cleaning", CLEANING_MS, () => clean(system, pool, id));
	const checks = repeat(log, "audit_check", AUDIT_CHECK_MS, () => checkAudit(system));
	const sending = await startJobRunner({
		pool: sendingPool,
		log,
		tasks: sendingTasks(system, life),
		concurrency: SENDING_AT_ONCE,
	});
	const watching = await startJobRunner({
		pool,
		log,
		tasks: watchingTasks(system),
		concurrency: WATCHING_AT_ONCE,
		schedule: [...walletSchedule(system.config.walletCurrencies), ...importSchedule(), ...guessSchedule()],
	});
	await askWallets(system);
	// Nobody waits for it; a record that cannot be read now is read tomorrow.
	const firstCheck = checkAudit(system).catch((err: unknown) => log.error({ event: "audit_not_checked", err }));
	log.info({ event: "worker_started" });
	return {
		id,
		async stop() {
			// The heartbeat goes on until the last answer is written: this worker is alive while it waits for one.
			await Promise.all([sending.stop(), watching.stop(), rounds.stop(), cleaning.stop(), checks.stop(), firstCheck]);
			await Promise.all([proofs.stop(), firstProof]);
			await Promise.all([heartbeat.stop(), heads.stop()]);
			// The next start begins its proof here.
			await showLife(system, life).catch((err: unknown) => log.error({ event: "last_sign_lost", err }));
			log.info({ event: "worker_stopped" });
		},
	};
}

/** Each step alone is safe at any time and beside other workers. */
async function round(system: SystemContext, heads: HeadKeeper): Promise<void> {
	await heads.look();
	await mergeOutcomes(system);
	await recoverAttempts(system);
	await expirePayments(system);
	await endWaitingChanges(system);
	await requeuePayments(system);
}

/** A standby that need not have what was committed last can take over without it: that is to be known before it happens. */
async function warnOfReplication({ database, log }: SystemContext): Promise<void> {
	const replication = await readReplication(database);
	if (replication === "asynchronous") log.warn({ event: "replication_asynchronous" });
	if (replication === "not_known") log.warn({ event: "replication_not_known" });
}

/** Files of workers that are gone; a disk that does not let go of them stops nothing. */
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
	const rows = await forgetTraces(system.database);
	if (rows > 0) system.log.info({ event: "traces_forgotten", rows });
	await tidy(system, workerId);
	const utils = await makeWorkerUtils({ pgPool: pool });
	await utils.cleanup({ tasks: ["DELETE_PERMAFAILED_JOBS", "GC_JOB_QUEUES"] });
	await utils.release();
}

async function askWallets(system: SystemContext): Promise<void> {
	for (const currency of system.config.walletCurrencies) {
		await addJob(system.database, "read_balance", { currency }, { key: `read_balance:start:${currency}` });
		await addJob(system.database, "sync_movements", { currency }, { key: `sync_movements:start:${currency}` });
		// Also while the service cannot be asked: what a new release finds in the mirror is said at once.
		await askReconciliation(system.database, currency);
	}
}
