import { sql } from "kysely";
import type { RowChange } from "#lib/contracts/batch.ts";
import type { Context } from "#server/context.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Whoever changes a row of another's draft is kept with it, and does not approve its payout. */
export function updateRows(
	{ member }: Context,
	trx: DatabaseTransaction,
	batch: { id: string; maker_id: string },
	{ leftOut, duplicateReason, ...cells }: Omit<RowChange, "version">,
) {
	const set = {
		...cells,
		...(leftOut === undefined ? {} : { left_out: leftOut }),
		...(duplicateReason === undefined ? {} : { duplicate_reason: duplicateReason }),
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
