import { sql } from "kysely";
import type { RowFacts, RowFault } from "#lib/contracts/batch.ts";
import { checkRows, readRows, whatIsPaid } from "#server/batches/draft/check-rows.ts";
import type { CheckedRow } from "#server/batches/draft/checked-row.ts";
import { countsEveryRow, nameBrokenLimits } from "#server/batches/draft/name-broken-limits.ts";
import type { Context } from "#server/context.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

interface Draft {
	id: string;
	makerId: string;
}

type Found = Pick<CheckedRow, "n" | "facts" | "faults" | "warnings">;

/** Checks every row, since limits, numbers and other payouts may have changed. Returns all rows, including those that are left out. */
export async function recheckDraft(context: Context, trx: DatabaseTransaction, { id, makerId }: Draft) {
	const rows = await trx.selectFrom("batch_row").selectAll().where("batch_id", "=", id).orderBy("n").execute();
	const checked = await checkRows(context, trx, { batchId: id, makerId, rows });
	await saveFound(trx, id, rows, checked);
	return rows.flatMap((row, place) => {
		const found = checked[place];
		return found ? [{ row, found }] : [];
	});
}

/** Checks the rows of the changed row's old and new number, and the limits of all. `facts`: before the change; null if unreadable. */
export async function recheckRow(
	context: Context,
	trx: DatabaseTransaction,
	{ id, makerId, n, facts }: Draft & { n: number; facts: RowFacts | null },
): Promise<void> {
	const ofBatch = trx.selectFrom("batch_row").selectAll().where("batch_id", "=", id).orderBy("n");
	const [now] = await readRows(context, trx, await ofBatch.where("n", "=", n).execute());
	const own = now?.facts ?? null;
	if (!own || !facts || whatIsPaid(own) !== whatIsPaid(facts)) await askAgain(trx, id, { n, facts: own });
	const numbers = [facts?.number, own?.number].filter((number) => number !== undefined);
	const rows = await ofBatch.where(sql<boolean>`(n = ${n} or facts ->> 'number' = any(${numbers}))`).execute();
	const checked = await checkRows(context, trx, { batchId: id, makerId, rows, withLimits: false });
	await saveFound(trx, id, rows, await withLimits(context, trx, { id, makerId, checked }));
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
	await publishChange(trx, { topic: "batches", id });
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
