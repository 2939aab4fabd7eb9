import { sql } from "kysely";
import { type Batch, type RowChange, type RowsChange, rowsChangeSchema } from "#lib/contracts/batch.ts";
import { REPEATED } from "#server/batches/describe-batches.ts";
import { recheckDraft } from "#server/batches/draft/recheck-draft.ts";
import { amendBatch, lockDraft } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Gives every row that repeats another payout the same reason, or leaves out every row that cannot be sent. Throws forbidden,
 * invalid_input, not_found, conflict, stale_version (of the batch).
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
		await amendBatch(context, trx, id, { action: "batch.rows_changed", details });
	});
	return readBatch(context, { id });
}

/** SQL: `duplicate_of` and the payouts that the last check named. Others are left out: nobody confirms a payout that was not shown. */
const WITH_NAMED = sql<string[]>`array(select unnest(duplicate_of) union
	select jsonb_array_elements_text(fault -> 'payments') from jsonb_array_elements(faults) as fault
	where fault ->> 'code' = 'duplicate_suspected')`;

/** Records who changed a row of another person's draft, since that person must not approve its payout. */
export function updateRows(
	{ member }: Context,
	trx: DatabaseTransaction,
	batch: { id: string; maker_id: string },
	{ leftOut, duplicateReason: reason, ...cells }: Omit<RowChange, "version">,
) {
	const set = {
		...cells,
		...(leftOut === undefined ? {} : { left_out: leftOut }),
		...(reason === undefined ? {} : { duplicate_reason: reason, duplicate_of: reason === null ? [] : WITH_NAMED }),
	};
	const isMaker = batch.maker_id === member.id;
	return trx
		.updateTable("batch_row")
		.set({ ...set, version: sql<number>`version + 1` })
		.$if(!isMaker, (query) =>
			query.set({ changed_by: sql<string[]>`array_append(array_remove(changed_by, ${member.id}), ${member.id})` }),
		)
		.where("batch_id", "=", batch.id);
}
