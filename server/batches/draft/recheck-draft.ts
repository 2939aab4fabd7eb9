/** Checks rows of a draft again after a change, and writes what has changed. */
import { sql } from "kysely";
import type { RowFacts, RowFault } from "#lib/contracts/batch.ts";
import { checkRows, whatIsPaid } from "#server/batches/draft/check-rows.ts";
import type { CheckedRow, DraftRow } from "#server/batches/draft/checked-row.ts";
import { countsEveryRow, nameBrokenLimits } from "#server/batches/draft/name-broken-limits.ts";
import type { Context } from "#server/context.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

interface Draft {
	id: string;
	makerId: string;
}

type Found = Pick<CheckedRow, "n" | "facts" | "faults" | "warnings">;

/** Checks every row, since limits, numbers and other payouts may have changed. Returns all rows, also those that are left out. */
export async function recheckDraft(context: Context, trx: DatabaseTransaction, { id, makerId }: Draft) {
	const rows = await trx.selectFrom("batch_row").selectAll().where("batch_id", "=", id).orderBy("n").execute();
	const checked = await checkRows(context, trx, { batchId: id, makerId, rows });
	await saveFound(trx, id, rows, checked);
	return rows.flatMap((row, place) => {
		const found = checked[place];
		return found ? [{ row, found }] : [];
	});
}

/** Checks the rows of the old and the new number, and the limits over all rows. `facts`: the row's before; null if unreadable. */
export async function recheckRow(
	context: Context,
	trx: DatabaseTransaction,
	{ id, makerId, n, facts }: Draft & { n: number; facts: RowFacts | null },
): Promise<void> {
	const ofBatch = trx.selectFrom("batch_row").selectAll().where("batch_id", "=", id);
	const check = (rows: readonly DraftRow[]) =>
		checkRows(context, trx, { batchId: id, makerId, rows, withLimits: false });
	const changed = await ofBatch.where("n", "=", n).execute();
	const [own] = await check(changed);
	if (own?.facts && (!facts || whatIsPaid(own.facts) !== whatIsPaid(facts)))
		await askAgain(trx, id, { n, facts: own.facts });
	const numbers = [facts?.number, own?.facts?.number].filter((number) => number !== undefined);
	const equal = await ofBatch.where(sql<boolean>`facts ->> 'number' = any(${numbers})`).where("n", "<>", n).execute();
	const rows = [...equal, ...changed].sort((a, b) => a.n - b.n);
	const checked = rows.length === 1 && own ? [own] : await check(rows);
	await saveFound(trx, id, rows, await withLimits(context, trx, { id, makerId, checked }));
}

/** Clears the reasons of later rows that pay the same: those reasons were given before this row paid the same. */
async function askAgain(
	trx: DatabaseTransaction,
	id: string,
	{ n, facts: { number, amount, currency } }: { n: number; facts: RowFacts },
): Promise<void> {
	await trx
		.updateTable("batch_row")
		.set({ duplicate_reason: null, duplicate_of: [], version: sql<number>`version + 1` })
		.where("batch_id", "=", id)
		.where("n", ">", n)
		.where("duplicate_reason", "is not", null)
		.where(sql<boolean>`facts @> ${JSON.stringify({ number, amount, currency })}::jsonb`)
		.execute();
}

async function withLimits(
	context: Context,
	trx: DatabaseTransaction,
	{ id, makerId, checked }: Draft & { checked: readonly CheckedRow[] },
): Promise<Found[]> {
	const fresh = new Map<number, Found>(checked.map((row) => [row.n, row]));
	const others = (await countsEveryRow(trx, context.config.walletCurrencies)) ? await readReadable(trx, id) : [];
	const rest = others
		.filter(({ n }) => !fresh.has(n))
		.map((row): Found => ({ ...row, faults: row.faults.filter((fault) => !isLimit(fault)) }));
	const all = [...fresh.values(), ...rest].sort((a, b) => a.n - b.n);
	const limited = all.filter((row): row is Found & { facts: RowFacts } => row.facts !== null);
	await nameBrokenLimits(context, trx, { makerId, rows: limited });
	const before = new Map(others.map((row) => [row.n, row]));
	const isChanged = ({ n, faults }: Found) => limitOf(before.get(n)?.faults ?? []) !== limitOf(faults);
	return all.filter((row) => fresh.has(row.n) || isChanged(row));
}

function readReadable(trx: DatabaseTransaction, id: string) {
	return trx
		.selectFrom("batch_row")
		.select(["n", "facts", "faults", "warnings"])
		.where("batch_id", "=", id)
		.where("facts", "is not", null)
		.execute();
}

function isLimit({ code }: RowFault): boolean {
	return code.startsWith("limit_");
}

function limitOf(faults: readonly RowFault[]): string | undefined {
	return faults.find(isLimit)?.code;
}

async function saveFound(
	trx: DatabaseTransaction,
	id: string,
	before: readonly Found[],
	found: readonly Found[],
): Promise<void> {
	const known = new Map(before.map((row) => [row.n, sortedText(partsOf(row))]));
	const changed = found.filter((row) => known.get(row.n) !== sortedText(partsOf(row)));
	if (changed.length === 0) return;
	const set = changed.map((row) => ({ n: row.n, ...partsOf(row) }));
	await sql`update batch_row set facts = nullif(found.facts, 'null'), faults = found.faults, warnings = found.warnings
		from jsonb_to_recordset(${JSON.stringify(set)}::jsonb) as found (n integer, facts jsonb, faults jsonb, warnings jsonb)
		where batch_row.batch_id = ${id} and batch_row.n = found.n`.execute(trx);
}

function partsOf({ facts, faults, warnings }: Found) {
	return { facts, faults, warnings };
}

/** Sorts the keys, since PostgreSQL keeps the keys of jsonb in its own order. */
function sortedText(value: unknown): string {
	return JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === "object" && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
}
