/** Regular jobs. Each waits in the queue for its next run, so that no worker's clock decides, and several workers do not double them. */
import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";
import { addJob, type Jobs, replanJobs } from "#server/store/job-queue.ts";

const MINUTE_MS = 60_000;

/**
 * Adds each regular job that does not wait: it ran, failed, was lost with its worker, or has the time of a wrong clock. Returns the
 * database's time; `before`: the one that the last call returned. When it went back, and at the first call, all jobs get new times.
 */
export async function addRegularJobs(
	{ database, config }: Pick<SystemContext, "database" | "config">,
	before: Date | null = null,
): Promise<Date> {
	const { now } = await database.selectNoFrom(sql<Date>`clock_timestamp()`.as("now")).executeTakeFirstOrThrow();
	if (before === null || now < before) await replanJobs(database);
	const jobs = regularJobs(config.walletCurrencies);
	const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs
		where key = any(${jobs.map(({ key }) => key)}::text[]) and locked_at is null and attempts < max_attempts
			and run_at <= now() + interval '5 minutes'`.execute(database);
	const waiting = new Set(rows.map(({ key }) => key));
	for (const { key, add } of jobs) if (!waiting.has(key)) await add(database);
	return now;
}

/** The same keys as in 0.1.0, so that programs of both versions do not double a job. */
export function regularKey(name: keyof Jobs, currency?: string): string {
	return `${name}:regular${currency ? `:${currency}` : ""}`;
}

/** The wallet jobs may be rare, because a changed payment also adds both. */
function regularJobs(currencies: readonly string[]) {
	return [
		...currencies.flatMap((currency) => [
			regularJob("read_balance", { currency }, { minutes: 2, priority: 10 }),
			regularJob("sync_movements", { currency, regular: true }, { minutes: 5, priority: 10 }),
		]),
		regularJob("look_up_imports", {}, { minutes: 1, priority: 20 }),
		// Password guesses: the first wrong password of an hour is recorded at once, the count of the others soon after the hour ends.
		regularJob("tell_guesses", {}, { minutes: 5, priority: 20 }),
	];
}

function regularJob<Name extends keyof Jobs>(
	name: Name,
	payload: Jobs[Name] & { currency?: string },
	{ minutes, priority }: { minutes: number; priority: number },
) {
	const key = regularKey(name, payload.currency);
	const delayMs = minutes * MINUTE_MS;
	return { key, add: (database: Database) => addJob(database, name, payload, { key, delayMs, priority }) };
}
