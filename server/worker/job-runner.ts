/** Runs graphile-worker and restarts it when it gives up, which happens when the database is away too long. */
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import {
	Logger,
	type ParsedCronItem,
	type Runner,
	run,
	type TaskList,
	type WorkerEvents,
	type WorkerPool,
} from "graphile-worker";
import type { Pool } from "pg";
import type { Log } from "#server/log.ts";
import { repeat } from "#server/worker/repeat.ts";

export interface JobRunner {
	/** Takes no new job; resolves when running jobs are done. */
	stop(): Promise<void>;
}

interface RunnerParts {
	pool: Pool;
	log: Log;
	tasks: TaskList;
	concurrency: number;
	schedule?: ParsedCronItem[];
}

const RESTART_MS = 2_000;
/** Longest delay of a job that waited for its time. One small query for all slots: each of them polling by itself made 22 a second. */
const LOOK_MS = 1_000;
/** Each slot looks this often by itself. */
const POLL_MS = 30_000;
const DUE_JOBS = `select from graphile_worker.jobs
	where locked_at is null and attempts < max_attempts and run_at <= now() and task_identifier = any($1) limit $2`;

export async function startJobRunner(parts: RunnerParts): Promise<JobRunner> {
	let stopping = false;
	let runner = await startRunner(parts);
	const keepRunning = async () => {
		while (!stopping) {
			await runner.promise.catch((error: unknown) => parts.log.error({ event: "queue_stopped", err: error }));
			if (stopping) return;
			await pause(RESTART_MS);
			try {
				if (!stopping) runner = await startRunner(parts);
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
	const { pool, log, tasks, concurrency, schedule = [] } = parts;
	const events: WorkerEvents = new EventEmitter();
	let slots: WorkerPool | undefined;
	events.on("pool:create", ({ workerPool }) => {
		slots = workerPool;
	});
	const runner = await run({
		pgPool: pool,
		taskList: tasks,
		concurrency,
		parsedCronItems: schedule,
		// The program handles signals and drains; the queue must not end the process.
		noHandleSignals: true,
		pollInterval: POLL_MS,
		events,
		logger: queueLogger(log),
	});
	// A new job is notified, but not that the time of a waiting one has come.
	const looks = repeat(log, "due_jobs", LOOK_MS, async () => {
		const { rows } = await pool.query(DUE_JOBS, [Object.keys(tasks), concurrency]);
		// With zero the library wakes one slot.
		if (rows.length > 0) slots?.nudge(rows.length);
	});
	return {
		async stop() {
			await looks.stop();
			await runner.stop();
		},
		promise: runner.promise.finally(() => looks.stop()),
	};
}

/** Logs only failures, as errors, so that numbers in them are masked. */
function queueLogger(log: Log): Logger {
	return new Logger(() => (level, message) => {
		if (level === "error") log.error({ event: "queue", err: new Error(message) });
		else if (level === "warning") log.warn({ event: "queue", err: new Error(message) });
	});
}
