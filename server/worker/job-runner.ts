/** Runs graphile-worker and restarts it when it gives up, which happens when the database is away too long. */
import { setTimeout as pause } from "node:timers/promises";
import { Logger, type ParsedCronItem, type Runner, run, type TaskList } from "graphile-worker";
import type { Pool } from "pg";
import type { Log } from "#server/log.ts";

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

function startRunner({ pool, log, tasks, concurrency, schedule = [] }: RunnerParts): Promise<Runner> {
	return run({
		pgPool: pool,
		taskList: tasks,
		concurrency,
		parsedCronItems: schedule,
		// The program handles signals and drains; the queue must not end the process.
		noHandleSignals: true,
		pollInterval: 1_000,
		logger: queueLogger(log),
	});
}

/** Logs only failures, as errors, so that numbers in them are masked. */
function queueLogger(log: Log): Logger {
	return new Logger(() => (level, message) => {
		if (level === "error") log.error({ event: "queue", err: new Error(message) });
		else if (level === "warning") log.warn({ event: "queue", err: new Error(message) });
	});
}
