import { sql } from "kysely";
import { type Batch, type RowChange, type RowFacts, rowChangeSchema } from "#lib/contracts/batch.ts";
import { updateRows } from "#server/batches/draft/change-rows.ts";
import { readRows, whatIsPaid } from "#server/batches/draft/check-rows.ts";
import { recheckRow } from "#server/batches/draft/recheck-draft.ts";
import { amendBatch, lockDraft } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Corrects or leaves out a row of a draft, and checks it again with the rows that it affects. `version`: the row's, so that two people
 * can correct one draft. Throws invalid_input, forbidden, not_found, conflict, stale_version.
 */
export async function changeRow(context: Context, input: RowChange & { id: string; n: number }): Promise<Batch> {
	const { id, n, ...body } = input;
	const { version, ...change } = parseInput(rowChangeSchema, body);
	await context.database.transaction().execute(async (trx) => {
		const batch = await lockDraft(context, trx, { id });
		const before = await trx
			.selectFrom("batch_row")
			.select(["facts", "purpose", "version"])
			.where("batch_id", "=", id)
			.where("n", "=", n)
			.executeTakeFirstOrThrow(() => new AppError("not_found", "no row with this number"));
		if (before.version !== version) throw new AppError("stale_version", "the row has changed");
		const row = await updateRows(context, trx, batch, change)
			.where("n", "=", n)
			.returningAll()
			.executeTakeFirstOrThrow();
		const [now] = await readRows(context, trx, [row]);
		const facts = now?.facts ?? null;
		if (!facts || !before.facts || whatIsPaid(facts) !== whatIsPaid(before.facts))
			await askAgain(trx, id, { n, facts });
		await recheckRow(
			context,
			trx,
			{ id, makerId: batch.maker_id, n },
			{ before, now: { facts, purpose: row.purpose } },
		);
		const details = { name: batch.name, row: String(n), changed: Object.keys(change).join(", ") };
		await amendBatch(context, trx, id, { action: "batch.row_changed", details });
	});
	return readBatch(context, { id });
}

/** Clears the reasons of the changed row and of later rows that pay the same: a reason covers only duplicates that were shown with it. */
async function askAgain(
	trx: DatabaseTransaction,
	id: string,
	{ n, facts }: { n: number; facts: RowFacts | null },
): Promise<void> {
	const paid = facts && JSON.stringify({ number: facts.number, amount: facts.amount, currency: facts.currency });
	await trx
		.updateTable("batch_row")
		.set({ duplicate_reason: null, duplicate_of: [], version: sql<number>`version + (n > ${n})::integer` })
		.where("batch_id", "=", id)
		.where("duplicate_reason", "is not", null)
		.where(sql<boolean>`(n = ${n} or (n > ${n} and facts @> ${paid}::jsonb))`)
		.execute();
}
