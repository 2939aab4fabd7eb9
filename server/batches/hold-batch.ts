/** The frame of pausing and resuming: one locked batch, the member's right, the audit entry, and the payouts that may now leave. */

import { sql } from "kysely";
import type { Batch } from "#lib/contracts/batch.ts";
import { recheckPermission, withPermission } from "#server/access/recheck-permission.ts";
import { lockBatch, recordBatch } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batches.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { wakeWallets } from "#server/payment-records/send-job.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type Locked = Awaited<ReturnType<typeof lockBatch>>;
type Change = { paused_at: Date | null; paused_by: string | null; failures_accepted?: number };

async function holdBatch(
	context: Context,
	id: string,
	action: string,
	reason: string | undefined,
	changeOf: (trx: DatabaseTransaction, batch: Locked) => Promise<Change>,
): Promise<Batch> {
	await withPermission(context, "sending.stop", async (trx) => {
		const batch = await lockBatch(context, trx, { id });
		await trx
			.updateTable("batch")
			.set(await changeOf(trx, batch))
			.where("id", "=", id)
			.execute();
		const details = { name: batch.name, ...(reason ? { reason } : {}) };
		await recordBatch(context, trx, id, { action, details });
		// After the audit turn, in the order of every transaction that wakes payouts: two would wait for each other.
		await wakeWallets(trx, context.config, 1);
	});
	return readBatch(context, { id });
}

/** Whoever may stop sending may pause; no row without a permit leaves after this commit. Throws forbidden, not_found, conflict. */
export async function pauseBatch(context: Context, { id, reason }: { id: string; reason?: string | undefined }) {
	return holdBatch(context, id, "batch.paused", reason, async (_trx, batch) => {
		if (batch.requested_at === null || batch.paused_at !== null) throw new AppError("conflict", "it is not under way");
		return { paused_at: context.clock.now(), paused_by: context.member.id };
	});
}

/**
 * An approver lets it go on, and accepts the failures there are; a pause without failures also the member who made it. Throws
 * forbidden, not_found, conflict.
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
