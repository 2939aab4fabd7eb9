import { sql } from "kysely";
import type { Context } from "#server/context.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Raises the version, so that acts on what a person saw before fail. The batch is locked. */
export async function amendBatch(
	trx: DatabaseTransaction,
	id: string,
	set: { requested_at?: Date; cancelled_at?: Date; failure_limit?: number } = {},
): Promise<void> {
	await trx
		.updateTable("batch")
		.set({ ...set, version: sql<number>`version + 1` })
		.where("id", "=", id)
		.execute();
	await publishChange(trx, { topic: "batches", id });
}

export async function recordBatch(
	context: Context,
	trx: DatabaseTransaction,
	id: string,
	entry: { action: string; details: Record<string, string> },
): Promise<void> {
	const subject = { subjectKind: "batch", subjectId: id } as const;
	await recordAudit(trx, { at: context.clock.now(), memberId: context.member.id, ...subject, ...entry });
}
