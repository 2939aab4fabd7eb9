import { sql } from "kysely";
import type { Batch } from "#lib/contracts/batch.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import { holdBatch } from "#server/batches/hold-batch.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Resumes a paused batch. A pause after too many failures needs an approver, who accepts the failures so far; any other pause may
 * also be ended by the member who paused. Throws forbidden, not_found, conflict.
 */
export async function resumeBatch(context: Context, { id }: { id: string }): Promise<Batch> {
	return holdBatch(context, id, "batch.resumed", undefined, async (trx, batch) => {
		const { paused, failures } = await readPause(trx, id);
		if (!paused) throw new AppError("conflict", "it is not paused");
		const isByFailures = failures - batch.failures_accepted >= batch.failure_limit;
		if (isByFailures || batch.paused_by !== context.member.id) await recheckPermission(context, trx, "payout.decide");
		return { paused_at: null, paused_by: null, ...(isByFailures ? { failures_accepted: failures } : {}) };
	});
}

async function readPause(trx: DatabaseTransaction, id: string): Promise<{ paused: boolean; failures: number }> {
	return trx
		.selectFrom("batch")
		.select([sql<boolean>`is_batch_paused(batch)`.as("paused"), sql<number>`batch_failures(batch)`.as("failures")])
		.where("id", "=", id)
		.executeTakeFirstOrThrow();
}
