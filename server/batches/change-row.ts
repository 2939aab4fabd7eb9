import { sql } from "kysely";
import { type Batch, type RowChange, rowChangeSchema } from "#lib/contracts/batch.ts";
import { checkRows } from "#server/batches/check-rows.ts";
import { lockDraft } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Mends or leaves out a row of a draft, and checks the draft anew. Throws forbidden, not_found, conflict, stale_version. */
export async function changeRow(context: Context, input: RowChange & { id: string; n: number }): Promise<Batch> {
	const { id, n, ...body } = input;
	const { version, leftOut, duplicateReason, ...cells } = parseInput(rowChangeSchema, body);
	await context.database.transaction().execute(async (trx) => {
		const batch = await lockDraft(context, trx, { id, version });
		const set = {
			...cells,
			...(leftOut === undefined ? {} : { left_out: leftOut }),
			...(duplicateReason === undefined ? {} : { duplicate_reason: duplicateReason }),
		};
		if (Object.keys(set).length > 0) {
			const changed = await trx
				.updateTable("batch_row")
				.set(set)
				.where("batch_id", "=", id)
				.where("n", "=", n)
				.returning("n")
				.executeTakeFirst();
			if (!changed) throw new AppError("not_found", "no row with this number");
		}
		await recheckDraft(context, trx, { id, makerId: batch.maker_id });
		await trx.updateTable("batch").set({ version: sql<number>`version + 1` }).where("id", "=", id).execute();
		await publishChange(trx, { topic: "batches", id });
	});
	return readBatch(context, { id });
}

/** Checks every row anew, since one row's number and amount matter to the others. Writes what has changed. Returns all. */
export async function recheckDraft(
	context: Context,
	trx: DatabaseTransaction,
	{ id, makerId }: { id: string; makerId: string },
) {
	const rows = await trx.selectFrom("batch_row").selectAll().where("batch_id", "=", id).orderBy("n").execute();
	const checked = await checkRows(context, trx, { makerId, rows });
	const both = rows.flatMap((row, place) => {
		const found = checked[place];
		return found ? [{ row, found }] : [];
	});
	const changed = both
		.filter(({ row, found }) => !isSame(row.facts, found.facts) || !isSame(row.faults, found.faults))
		.map(({ found: { n, facts, faults } }) => ({ n, facts, faults }));
	if (changed.length > 0)
		await sql`update batch_row set facts = nullif(found.facts, 'null'), faults = found.faults
			from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as found (n integer, facts jsonb, faults jsonb)
			where batch_row.batch_id = ${id} and batch_row.n = found.n`.execute(trx);
	return both;
}

function isSame(one: unknown, other: unknown): boolean {
	return sortedText(one) === sortedText(other);
}

/** PostgreSQL keeps the keys of jsonb in an order of its own. */
function sortedText(value: unknown): string {
	return JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === "object" && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
}
