import { sql } from "kysely";
import { type Batch, type RowsChange, rowsChangeSchema } from "#lib/contracts/batch.ts";
import { amendBatch, recordBatch } from "#server/batches/amend-batch.ts";
import { recheckDraft } from "#server/batches/draft/recheck-draft.ts";
import { updateRows } from "#server/batches/draft/update-rows.ts";
import { lockDraft } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { REPEATED } from "#server/batches/repeated-rows.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";

/**
 * Gives every row that repeats another payout the same reason, or leaves out every row that cannot be sent. Throws forbidden,
 * not_found, conflict, stale_version (of the batch).
 */
export async function changeRows(context: Context, input: RowsChange & { id: string }): Promise<Batch> {
	const { id, ...body } = input;
	const { version, rows: which, reason } = parseInput(rowsChangeSchema, body);
	await context.database.transaction().execute(async (trx) => {
		const batch = await lockDraft(context, trx, { id, version });
		const set = which === "repeated" ? { duplicateReason: reason } : { leftOut: reason };
		const rows = await updateRows(context, trx, batch, set)
			.where("left_out", "is", null)
			.where(which === "repeated" ? REPEATED : sql<boolean>`faults <> '[]'`)
			.returning("n")
			.execute();
		await recheckDraft(context, trx, { id, makerId: batch.maker_id });
		const details = { name: batch.name, rows: String(rows.length), reason };
		await amendBatch(trx, id);
		await recordBatch(context, trx, id, { action: "batch.rows_changed", details });
	});
	return readBatch(context, { id });
}
