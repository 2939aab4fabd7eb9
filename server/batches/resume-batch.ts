import { sql } from "kysely";
import type { Batch } from "#lib/contracts/batch.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import { pauseOrResume } from "#server/batches/pause-or-resume.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { STOPPED_BY_FAILURES } from "#server/payment-records/payment-settings.ts";

/**
 * Resumes a paused batch. A pause after too many failures needs an approver, who accepts the failures so far; any other pause may
 * also be ended by the member who paused. Throws forbidden, not_found, conflict.
 */
export async function resumeBatch(context: Context, { id }: { id: string }): Promise<Batch> {
	return pauseOrResume(context, id, "batch.resumed", undefined, async (trx, batch) => {
		const { failures, stopped } = await trx
			.selectFrom("batch")
			.select([sql<number>`batch_failures(batch)`.as("failures"), STOPPED_BY_FAILURES.as("stopped")])
			.where("id", "=", id)
			.executeTakeFirstOrThrow();
		if (batch.paused_at === null && !stopped) throw new AppError("conflict", "it is not paused");
		if (stopped || batch.paused_by !== context.member.id) await recheckPermission(context, trx, "payout.decide");
		return { paused_at: null, paused_by: null, ...(stopped ? { failures_accepted: failures } : {}) };
	});
}
