/** Holds back the rows of a batch that have not left, and lets them go on. */
import { sql } from "kysely";
import type { Batch } from "#lib/contracts/batch.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import { lockBatch } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { wakeWallets } from "#server/payment-records/send-job.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Whoever may stop sending may pause; no row without a permit leaves after this commit. Throws forbidden, not_found, conflict. */
export async function pauseBatch(context: Context, { id, reason }: { id: string; reason?: string | undefined }) {
	requirePermission(context, "sending.stop");
	return act(context, id, "batch.paused", reason, async (_trx, batch) => {
		if (batch.requested_at === null || batch.paused_at !== null) throw new AppError("conflict", "it is not under way");
		return { paused_at: context.clock.now(), paused_by: context.member.id };
	});
}

/** After too many failures an approver lets it go on, and accepts those there are. Throws forbidden, not_found, conflict. */
export async function resumeBatch(context: Context, { id }: { id: string }): Promise<Batch> {
	requirePermission(context, "sending.stop");
	return act(context, id, "batch.resumed", undefined, async (trx, batch) => {
		const { paused, failures } = await readPause(trx, id);
		if (!paused) throw new AppError("conflict", "it is not paused");
		const isByFailures = failures - batch.failures_accepted >= batch.failure_limit;
		if (isByFailures) await recheckPermission(context, trx, "payout.decide");
		return { paused_at: null, paused_by: null, ...(isByFailures ? { failures_accepted: failures } : {}) };
	});
}

type Locked = Awaited<ReturnType<typeof lockBatch>>;
type Change = { paused_at: Date | null; paused_by: string | null; failures_accepted?: number };

async function act(
	context: Context,
	id: string,
	action: string,
	reason: string | undefined,
	changeOf: (trx: DatabaseTransaction, batch: Locked) => Promise<Change>,
): Promise<Batch> {
	await context.database.transaction().execute(async (trx) => {
		const batch = await lockBatch(context, trx, { id });
		await recheckPermission(context, trx, "sending.stop");
		await trx
			.updateTable("batch")
			.set(await changeOf(trx, batch))
			.where("id", "=", id)
			.execute();
		await wakeWallets(trx, context.config, 1);
		const details = { name: batch.name, ...(reason ? { reason } : {}) };
		const subject = { subjectKind: "batch", subjectId: id } as const;
		await recordAudit(trx, { at: context.clock.now(), memberId: context.member.id, action, ...subject, details });
		await publishChange(trx, { topic: "batches", id });
	});
	return readBatch(context, { id });
}

async function readPause(trx: DatabaseTransaction, id: string): Promise<{ paused: boolean; failures: number }> {
	return trx
		.selectFrom("batch")
		.select([sql<boolean>`is_batch_paused(batch)`.as("paused"), sql<number>`batch_failures(batch)`.as("failures")])
		.where("id", "=", id)
		.executeTakeFirstOrThrow();
}
