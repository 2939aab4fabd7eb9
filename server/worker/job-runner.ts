/** Runs graphile-worker and restarts it when it gives up, which happens when the database is unavailable for too long. */
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Logger, type Runner, run, type TaskList, type WorkerEvents, type WorkerPool } from "graphile-worker";
import type { Pool } from "pg";
import type { Log } from "#server/log.ts";
import { runPeriodically } from "#server/worker/run-periodically.ts";

export interface JobRunner {
	/** Takes no new job; resolves when running jobs are done. */
	stop(): Promise<void>;
}

interface RunnerParts {
	pool: Pool;
	log: Log;
	tasks: TaskList;
	concurrency: number;
}

const RESTART_MS = 2_000;
/** Longest delay of a job once its time has come. */
const DUE_CHECK_MS = 1_000;
/** Longest delay of a job whose notification was lost. */
const LOST_MS = 10_000;
/** graphile-worker polls this often by itself. */
const POLL_MS = 30_000;
/** A taken job that finds no free slot for this long goes back to the queue, where another worker can take it. */
const KEPT_MS = 1_000;
const DUE_JOBS = `with waiting as (select run_at from graphile_worker.jobs
		where locked_at is null and attempts < max_attempts and task_identifier = any($1))
	select (select count(*) from (select from waiting where run_at <= now() limit $2) as due)::int as due,
		(select extract(epoch from min(run_at) - now()) * 1000 from waiting where run_at > now())::float as next_ms`;

export async function startJobRunner(parts: RunnerParts): Promise<JobRunner> {
	let stopping = false;
	let runner = await startRunner(parts);
	const keepRunning = async () => {
		while (!stopping) {
			await runner.promise.catch((error: unknown) => parts.log.error({ event: "queue_stopped", err: error }));
			if (stopping) return;
			await pause(RESTART_MS);
			try {
				if (stopping) return;
				runner = await startRunner(parts);
				// `stop` was called during the start: it ended the previous runner only.
				if (stopping) await runner.stop();
			} catch (error) {
				parts.log.error({ event: "queue_not_started", err: error });
			}
		}
	};
	const kept = keepRunning();
	return {
		async stop() {
			stopping = true;
			await runner.stop().catch(() => undefined);
			await kept;
		},
	};
}

async function startRunner(parts: RunnerParts): Promise<Pick<Runner, "promise" | "stop">> {
	const { pool, log, tasks, concurrency } = parts;
	const events: WorkerEvents = new EventEmitter();
	let slots: WorkerPool | undefined;
	events.on("pool:create", ({ workerPool }) => {
		slots = workerPool;
	});
	/** The `performance.now()` from which the next query is due. A new or an ended job resets it to 0: another job may now be due first. */
	let nextCheckAt = 0;
	const checkSoon = () => {
		nextCheckAt = 0;
	};
	events.on("pool:listen:success", checkSoon);
	events.on("pool:listen:notification", checkSoon);
	events.on("job:complete", checkSoon);
	const runner = await run({
		pgPool: withoutRetries(pool),
		taskList: tasks,
		concurrency,
		// Without this, graphile-worker looks for a file "crontab" in the folder where the worker was started.
		parsedCronItems: [],
		// The worker program handles signals itself and drains; graphile-worker must not end the process.
		noHandleSignals: true,
		pollInterval: POLL_MS,
		preset: { worker: { localQueue: { size: concurrency, ttl: KEPT_MS } } },
		events,
		logger: queueLogger(log),
	});
	// The database announces a new job, but not a delayed job that becomes due.
	const dueChecks = runPeriodically(log, "due_jobs", DUE_CHECK_MS, async () => {
		const now = performance.now();
		if (now < nextCheckAt) return;
		// The time is set before the query, so that an event during the query can still ask for another one.
		nextCheckAt = now + LOST_MS;
		const asked = pool.query<{ due: number; next_ms: number | null }>(DUE_JOBS, [Object.keys(tasks), concurrency]);
		asked.catch(checkSoon);
		const { rows } = await asked;
		const { due = 0, next_ms: nextMs = null } = rows[0] ?? {};
		if (due > 0) checkSoon();
		if (nextMs !== null) nextCheckAt = Math.min(nextCheckAt, now + nextMs);
		// Skips zero, because graphile-worker queries even when it is nudged by zero.
		if (due > 0) slots?.nudge(due);
	});
	return {
		async stop() {
			await dueChecks.stop();
			await runner.stop();
		},
		promise: runner.promise.finally(() => dueChecks.stop()),
	};
}

/**
 * For certain error codes of a failed connection, graphile-worker pauses up to three minutes and takes no job. This pool's error has no
 * code, so that graphile-worker gives up the query at once; `dueChecks` wakes it when the database is back.
 */
function withoutRetries(pool: Pool): Pool {
	const connect = (give?: Parameters<Pool["connect"]>[0]) =>
		give
			? pool.connect(give)
			: pool.connect().catch((cause: unknown) => {
					throw new Error("the database cannot be reached", { cause });
				});
	return new Proxy(pool, { get: (target, name) => (name === "connect" ? connect : Reflect.get(target, name)) });
}

/** Logs only errors and warnings, each as an Error, so that numbers in its message are masked. */
function queueLogger(log: Log): Logger {
	return new Logger(() => (level, message) => {
		if (level === "error") log.error({ event: "queue", err: new Error(message) });
		else if (level === "warning") log.warn({ event: "queue", err: new Error(message) });
	});
}
