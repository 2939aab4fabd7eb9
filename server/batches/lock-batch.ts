import { sql } from "kysely";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

/** Locks the batch until commit, so that two people's actions come one after the other. Throws not_found, stale_version. */
export async function lockBatch(
	context: Context,
	trx: DatabaseTransaction,
	{ id, version }: { id: string; version?: number },
) {
	const batch = await trx
		.selectFrom("batch")
		.selectAll()
		.where("id", "=", id)
		.where("environment", "=", context.config.environment)
		.forUpdate()
		.executeTakeFirstOrThrow(() => new AppError("not_found", "no batch with this id"));
	if (version !== undefined && batch.version !== version) throw new AppError("stale_version", "the batch has changed");
	return batch;
}

/** Locks a draft for its maker or an admin. Throws what `lockBatch` throws, forbidden, conflict (it is no longer a draft). */
export async function lockDraft(context: Context, trx: DatabaseTransaction, asked: { id: string; version?: number }) {
	const batch = await lockBatch(context, trx, asked);
	const { role } = await recheckPermission(context, trx, "payout.request");
	if (batch.maker_id !== context.member.id && role !== "admin")
		throw new AppError("forbidden", "only its maker or an admin may change it");
	if (batch.requested_at !== null || batch.cancelled_at !== null)
		throw new AppError("conflict", "the batch is no draft any more");
	return batch;
}

interface Entry {
	action: string;
	details: Record<string, string>;
}

/** Raises the version, so that actions on an older version fail. The batch must be locked. */
export async function amendBatch(
	context: Context,
	trx: DatabaseTransaction,
	id: string,
	entry: Entry,
	set: { requested_at?: Date; cancelled_at?: Date; failure_limit?: number } = {},
): Promise<void> {
	await trx
		.updateTable("batch")
		.set({ ...set, version: sql<number>`version + 1` })
		.where("id", "=", id)
		.execute();
	await recordBatch(context, trx, id, entry);
}

export async function recordBatch(context: Context, trx: DatabaseTransaction, id: string, entry: Entry): Promise<void> {
	const subject = { subjectKind: "batch", subjectId: id } as const;
	await recordAudit(trx, { at: context.clock.now(), memberId: context.member.id, ...subject, ...entry });
	await publishUpdate(trx, { topic: "batches", id });
}
