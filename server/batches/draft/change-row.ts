import { type Batch, type RowChange, rowChangeSchema } from "#lib/contracts/batch.ts";
import { updateRows } from "#server/batches/draft/change-rows.ts";
import { recheckRow } from "#server/batches/draft/recheck-draft.ts";
import { amendBatch, lockDraft } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";

/**
 * Corrects or leaves out a row of a draft, and checks it again with the rows of its number. `version`: the row's, so that two people
 * can correct one draft. Throws invalid_input, forbidden, not_found, conflict, stale_version.
 */
export async function changeRow(context: Context, input: RowChange & { id: string; n: number }): Promise<Batch> {
	const { id, n, ...body } = input;
	const { version, ...change } = parseInput(rowChangeSchema, body);
	await context.database.transaction().execute(async (trx) => {
		const batch = await lockDraft(context, trx, { id });
		const before = await trx
			.selectFrom("batch_row")
			.select(["facts", "version"])
			.where("batch_id", "=", id)
			.where("n", "=", n)
			.executeTakeFirst();
		if (!before) throw new AppError("not_found", "no row with this number");
		if (before.version !== version) throw new AppError("stale_version", "the row has changed");
		await updateRows(context, trx, batch, change).where("n", "=", n).execute();
		await recheckRow(context, trx, { id, makerId: batch.maker_id, n, facts: before.facts });
		const details = { name: batch.name, row: String(n), changed: Object.keys(change).join(", ") };
		await amendBatch(context, trx, id, { action: "batch.row_changed", details });
	});
	return readBatch(context, { id });
}
