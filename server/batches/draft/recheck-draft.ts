import { sql } from "kysely";
import type { RowFacts } from "#lib/contracts/batch.ts";
import { checkRows } from "#server/batches/draft/check-rows.ts";
import type { CheckedRow } from "#server/batches/draft/checked-row.ts";
import { MOST_OF_ONE_PURPOSE, plain } from "#server/batches/draft/warn-of-rows.ts";
import type { Context } from "#server/context.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

interface Draft {
	id: string;
	makerId: string;
}

/** The rows that a changed row affects: itself and those of `numbers`. `purposes`: those of all readable rows of the draft. */
interface Near {
	n: number;
	numbers: readonly string[];
	purposes: readonly string[];
}

/**
 * Checks every row, or those of `near`, since limits, numbers and other payouts may have changed; returns them, including those left out.
 */
export async function recheckDraft(context: Context, trx: DatabaseTransaction, { id, makerId }: Draft, near?: Near) {
	let query = trx.selectFrom("batch_row").selectAll().where("batch_id", "=", id).orderBy("n");
	if (near) query = query.where(sql<boolean>`(n = ${near.n} or facts ->> 'number' = any(${near.numbers}))`);
	const rows = await query.execute();
	const checked = await checkRows(context, trx, { batchId: id, makerId, rows, purposes: near?.purposes });
	await saveFound(trx, id, checked);
	return rows.flatMap((row, place) => {
		const found = checked[place];
		return found ? [{ row, found }] : [];
	});
}

interface RowState {
	facts: RowFacts | null;
	purpose: string;
}

/**
 * Checks row `n`, the rows of its numbers, and the rows whose purpose is one that many share only before or only after the change.
 * A limit of the maker's day depends on every row. Whoever corrects many rows waits for each: all 10,000 take 0.6 s to check, and 1 s if
 * each number was paid before; the affected ones take 0.2 s.
 */
export async function recheckRow(
	context: Context,
	trx: DatabaseTransaction,
	draft: Draft & { n: number },
	{ before, now }: Record<"before" | "now", RowState>,
): Promise<void> {
	const rules = await Promise.all(context.config.walletCurrencies.map((currency) => readPayoutRule(trx, currency)));
	if (rules.some(({ perPersonDay }) => perPersonDay !== null)) return void (await recheckDraft(context, trx, draft));
	const number = sql<string>`facts ->> 'number'`.as("number");
	const readable = trx.selectFrom("batch_row").select(["purpose", number]).where("batch_id", "=", draft.id);
	const others = await readable.where("n", "<>", draft.n).where("facts", "is not", null).execute();
	const byPurpose = Map.groupBy(others, ({ purpose }) => plain(purpose));
	const turned = [before, now].map(({ purpose }) => byPurpose.get(plain(purpose)) ?? []);
	const numbers = [
		...[before, now].flatMap(({ facts }) => facts?.number ?? []),
		...turned.flatMap((rows) => (rows.length === MOST_OF_ONE_PURPOSE ? rows.map((row) => row.number) : [])),
	];
	const purposes = [...others, ...(now.facts ? [now] : [])].map(({ purpose }) => purpose);
	await recheckDraft(context, trx, draft, { n: draft.n, numbers, purposes });
}

/**
 * A row that now names other payouts gets a new version, if it has none of this transaction, and the batch gets one when any row changed:
 * a reason covers only what was shown.
 */
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
	if (rows.length === 0) return;
	await sql`update batch set version = version + 1 where id = ${id}`.execute(trx);
	await publishUpdate(trx, { topic: "batches", id });
}
