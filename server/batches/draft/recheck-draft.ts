import { sql } from "kysely";
import { checkRows } from "#server/batches/draft/check-rows.ts";
import type { CheckedRow } from "#server/batches/draft/checked-row.ts";
import type { Context } from "#server/context.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

interface Draft {
	id: string;
	makerId: string;
}

/** Checks every row, since limits, numbers and other payouts may have changed. Returns all rows, including those that are left out. */
export async function recheckDraft(context: Context, trx: DatabaseTransaction, { id, makerId }: Draft) {
	const rows = await trx.selectFrom("batch_row").selectAll().where("batch_id", "=", id).orderBy("n").execute();
	const checked = await checkRows(context, trx, { batchId: id, makerId, rows });
	await saveFound(trx, id, checked);
	return rows.flatMap((row, place) => {
		const found = checked[place];
		return found ? [{ row, found }] : [];
	});
}

/** A row that now names other payouts gets a new version, if it has none of this transaction: a reason covers only what was shown. */
async function saveFound(trx: DatabaseTransaction, id: string, checked: readonly CheckedRow[]): Promise<void> {
	const found = checked.map(({ n, facts, faults, warnings }) => ({ n, facts, faults, warnings }));
	const namedIn = (row: string) => sql`jsonb_path_query_array(${sql.ref(`${row}.faults`)}, '$[*].payments[*]')`;
	const { rows } =
		await sql`update batch_row set facts = nullif(found.facts, 'null'), faults = found.faults, warnings = found.warnings,
			version = version + (not ${namedIn("batch_row")} @> ${namedIn("found")} and batch_row.xmin <> pg_current_xact_id()::xid)::integer
		from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (n integer, facts jsonb, faults jsonb, warnings jsonb)
		where batch_row.batch_id = ${id} and batch_row.n = found.n and (batch_row.facts, batch_row.faults, batch_row.warnings)
			is distinct from (nullif(found.facts, 'null'), found.faults, found.warnings)
		returning batch_row.n`.execute(trx);
	if (rows.length > 0) await publishChange(trx, { topic: "batches", id });
}
