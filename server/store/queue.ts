/** The job queue: a job is a row added in the same commit as the change that asks for it (graphile-worker runs it). */
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Every job by name with what it needs. The worker's task list answers to exactly these names. */
export interface Jobs {
	/** The one POST of a payment. Never retried by the queue: maxAttempts 1. */
	send_payment: { paymentId: string };
	/** Ask the service for the status of one payment and plan the next look. */
	check_payment: { paymentId: string };
	/**
	 * Bring one wallet's mirror level. `asked`: a person waits for it, so its end is told even when nothing is new. `since`: when
	 * it was wished for, by the database's clock; a sync that began later answers it.
	 */
	sync_movements: { currency: string; asked?: boolean; since?: string };
	/** Read one wallet's balance and keep it. `asked`: as above. */
	read_balance: { currency: string; asked?: boolean };
	/** Match what is new in one wallet, and prove its balance. */
	reconcile_wallet: { currency: string };
	/** Ask the service for every imported reference that is due. */
	look_up_imports: Record<string, never>;
	/** Tell the record of wrong passwords in hours that have ended, and forget old delays. */
	tell_guesses: Record<string, never>;
	/** Tell a member by mail what happened to their account; nothing to do where the desk sends no mail. */
	mail_notice: { noticeId: string };
	/** Send an invitation's link. `sealed`: what the link holds, for the worker alone; gone with the job. */
	mail_invitation: { invitationId: string; sealed: string };
}

export interface JobOptions {
	/** Not before so long from now, by the database's clock: whoever asks may have a clock that is an hour off. */
	delayMs?: number;
	/** One waiting job per key: a newer one replaces it. */
	key?: string;
	/** Jobs of one queue run one after another. */
	queue?: string;
	maxAttempts?: number;
	/** Lower runs first. */
	priority?: number;
}

export async function addJob<Name extends keyof Jobs>(
	database: Database | DatabaseTransaction,
	name: Name,
	payload: Jobs[Name],
	options: JobOptions = {},
): Promise<void> {
	await sql`select graphile_worker.add_job(
		identifier => ${name}, payload => ${JSON.stringify(payload)}::json, queue_name => ${options.queue ?? null},
		run_at => now() + ${options.delayMs ?? 0} * interval '1 millisecond', max_attempts => ${options.maxAttempts ?? 1}, job_key => ${options.key ?? null},
		priority => ${options.priority ?? 0})`.execute(database);
}
