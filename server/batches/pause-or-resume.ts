/** Holds what pausing and resuming share: the batch's lock, the check of the right, the audit entry, and the waking of payouts. */
import type { Batch } from "#lib/contracts/batch.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { lockBatch, recordBatch } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { wakeWallets } from "#server/payment-records/send-job.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type Locked = Awaited<ReturnType<typeof lockBatch>>;
type Change = { paused_at: Date | null; paused_by: string | null; failures_accepted?: number };

export async function pauseOrResume(
	context: Context,
	id: string,
	action: string,
	reason: string | undefined,
	changeOf: (trx: DatabaseTransaction, batch: Locked) => Promise<Change>,
): Promise<Batch> {
	requirePermission(context, "sending.stop");
	await context.database.transaction().execute(async (trx) => {
		// The member's row is locked after the batch, as an approval does.
		const batch = await lockBatch(context, trx, { id });
		await recheckPermission(context, trx, "sending.stop");
		await trx
			.updateTable("batch")
			.set(await changeOf(trx, batch))
			.where("id", "=", id)
			.execute();
		const details = { name: batch.name, ...(reason ? { reason } : {}) };
		await recordBatch(context, trx, id, { action, details });
		// Payouts are woken after the audit turn is taken, as everywhere: in different orders two transactions could wait for each other.
		await wakeWallets(trx, context.config, 1);
	});
	return readBatch(context, { id });
}
