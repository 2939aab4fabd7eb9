/** The job queue: each change adds its job in the same commit (graphile-worker runs it). */
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "#server/store/database.ts";
import { toJson } from "#server/store/sql-fragments.ts";
import { currentTrace } from "#server/tracing/traced.ts";

const ofPayment = z.object({ paymentId: z.string() });
const isAsked = z.exactOptional(z.boolean());

/** The worker's task list has exactly these names. */
export const JOBS = {
	/** The one POST of a payment. The queue never retries it: maxAttempts 1. */
	send_payment: ofPayment,
	check_payment: ofPayment,
	/**
	 * Sync one wallet's mirror. `asked`: a person or a payment in doubt waits, so the end is announced even when nothing is new. `since`:
	 * request time by the database's clock; a sync that began later answers it. `regular`: nobody asks, and an unchanged balance needs
	 * no sync.
	 */
	sync_movements: z.object({
		currency: z.string(),
		asked: isAsked,
		since: z.exactOptional(z.string()),
		regular: z.exactOptional(z.boolean()),
	}),
	read_balance: z.object({ currency: z.string(), asked: isAsked }),
	reconcile_wallet: z.object({ currency: z.string() }),
	look_up_imports: z.object({}),
	/** Write the number of wrong passwords in each completed hour to the audit log, and delete old delays. */
	tell_guesses: z.object({}),
	/** Mail a member about an event of their account; does nothing where the desk sends no mail. */
	mail_notice: z.object({ noticeId: z.string() }),
	/** Mail a former admin about a change request that waits, with a link that stops it. */
	mail_objection: z.object({ changeId: z.string(), memberId: z.string() }),
	/** Mail an invitation's link. `sealed`: the link's secret, which only the worker can open; it goes with the job. */
	mail_invitation: z.object({ invitationId: z.string(), sealed: z.string() }),
};
export type Jobs = { [Name in keyof typeof JOBS]: z.infer<(typeof JOBS)[Name]> };

export interface JobOptions {
	/** Delay by the database's clock, because the caller's clock may be wrong by an hour. */
	delayMs?: number;
	/** One waiting job per key: a newer one replaces it. */
	key?: string;
	/** 1 by default: the queue does not try again. */
	maxAttempts?: number;
	/** Lower runs first. */
	priority?: number;
}

/** The tries take more than a day: the queue waits longer after each try, six hours at most. */
export const MAIL_TRIES = 14;

/** A job that waits longer begins its own trace: a trace of jobs that each add the next one for days would never end. */
const LONGEST_WAIT_MS = 15_000;

function withTrace<Payload extends object>(payload: Payload, delayMs: number): Payload & { trace?: string } {
	const trace = delayMs > LONGEST_WAIT_MS ? null : currentTrace();
	return trace === null ? payload : { ...payload, trace };
}

/** Adds the jobs with one statement. */
export async function addJobs<Name extends keyof Jobs>(
	database: Database,
	name: Name,
	jobs: readonly ({ payload: Jobs[Name] } & JobOptions)[],
): Promise<void> {
	if (jobs.length === 0) return;
	const rows = jobs.map(({ payload, key, delayMs = 0, maxAttempts = 1, priority = 0 }) => ({
		...{ payload: withTrace(payload, delayMs), key, priority },
		...{ delay_ms: delayMs, max_attempts: maxAttempts },
	}));
	await sql`select from graphile_worker.add_jobs(array(
		select (${name}, payload, null, now() + delay_ms * interval '1 millisecond', max_attempts, key, priority, null)::graphile_worker.job_spec
		from jsonb_to_recordset(${toJson(rows)}::jsonb)
			as job (payload json, key text, delay_ms float8, max_attempts integer, priority integer)
	))`.execute(database);
}

export async function addJob<Name extends keyof Jobs>(
	database: Database,
	name: Name,
	payload: Jobs[Name],
	options: JobOptions = {},
): Promise<void> {
	await addJobs(database, name, [{ payload, ...options }]);
}

/** Jobs that were planned before the database's clock was set back wait for the old time. They get their delay again, from now on. */
export async function replanJobs(database: Database): Promise<void> {
	await sql`select graphile_worker.reschedule_jobs(array[id], now() + (run_at - updated_at))
		from graphile_worker.jobs where updated_at > now() and locked_at is null`.execute(database);
}
