/** Finds the faults and warnings of each row of a draft. Each query covers all rows. */

import { type RowSetting, readRowFacts, unnamedNumber } from "#lib/batches/row-facts.ts";
import type { RowFacts } from "#lib/contracts/batch.ts";
import { brokenLimits } from "#lib/payments/payout-rules.ts";
import type { CheckedRow, DraftRow, ReadableRow } from "#server/batches/draft/checked-row.ts";
import { warnOfRows } from "#server/batches/draft/warn-of-rows.ts";
import { findRetries } from "#server/batches/unpaid-rows.ts";
import type { Context } from "#server/context.ts";
import { findTwins } from "#server/payments/rules/find-duplicates.ts";
import { readDaySums } from "#server/payments/rules/limit-use.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { readRowSetting } from "#server/recipients/read-row-setting.ts";
import { usualOperators } from "#server/recipients/read-usual-operator.ts";
import type { Database } from "#server/store/database.ts";

export interface CheckedDraft {
	batchId: string;
	makerId: string;
	rows: readonly DraftRow[];
	/** The purposes of all rows that can be read, when `rows` are not all. */
	purposes?: readonly string[] | undefined;
}

/** Keeps the order of `rows`; rows that are left out have no faults. Limits count for the maker, in the order of the rows. */
export async function checkRows(
	context: Context,
	store: Database,
	{ batchId, makerId, rows, purposes }: CheckedDraft,
): Promise<CheckedRow[]> {
	const checked = await readRows(context, store, rows);
	const readable = checked.filter((one): one is ReadableRow => one.facts !== null);
	await nameTwins(context, store, batchId, readable);
	await nameBrokenLimits(context, store, makerId, readable);
	await warnOfRows(context, store, {
		...{ batchId, rows: readable },
		purposes: purposes ?? readable.map(({ row }) => row.purpose),
	});
	return checked.map(({ row: _row, ...found }) => found);
}

/** Reads the cells of each row, and checks nothing else. */
export async function readRows(context: Context, store: Database, rows: readonly DraftRow[]) {
	const read = await readRowSetting(context, store);
	const { environment } = context.config;
	const numbers = rows.flatMap((row) => unnamedNumber(row, read) ?? []);
	const setting = { ...read, usualOperators: await usualOperators(store, { environment, numbers }) };
	return rows.map((row) => ({ row, ...toChecked(row, setting) }));
}

function toChecked(row: DraftRow, setting: RowSetting): CheckedRow {
	const nothing = { n: row.n, faults: [], warnings: [], twins: { payments: [], rows: [] } };
	if (row.left_out !== null) return { ...nothing, facts: null };
	const read = readRowFacts(row, setting);
	return "facts" in read ? { ...nothing, facts: read.facts } : { ...nothing, facts: null, ...read };
}

/** Rows for which this function returns the same text repeat each other. */
export function whatIsPaid({ currency, number, amount }: RowFacts): string {
	return [currency, number, amount].join(" ");
}

// A row names at most this many equal payouts, and a draft may have at most this many equal rows: nobody compares more.
const MOST_EQUAL = 20;

/** A person's reason for a row covers the rows above it and the payouts that were named then: a payout found later needs a new reason. */
async function nameTwins(context: Context, store: Database, batchId: string, rows: readonly ReadableRow[]) {
	const { environment } = context.config;
	const asked = rows.map(({ n, facts }) => ({
		...{ id: String(n), environment, currency: facts.currency, phone_number: facts.number, amount: facts.amount },
	}));
	const found = await findTwins(store, asked, context.clock.now());
	const retries = await findRetries(store, batchId);
	const equal = Map.groupBy(rows, ({ facts }) => whatIsPaid(facts));
	for (const group of equal.values())
		for (const [place, { n, row, twins, faults }] of group.entries()) {
			const alike = (found.get(String(n)) ?? []).map(({ id }) => id);
			twins.payments = [...new Set([...alike, ...(retries.get(n) ?? [])])];
			if (place >= MOST_EQUAL) {
				faults.push({ field: null, code: "repeated_too_often" });
				continue;
			}
			twins.rows = group.slice(0, place).map((earlier) => earlier.n);
			const unconfirmed = twins.payments.filter(
				(id) => row.duplicate_reason === null || !row.duplicate_of.includes(id),
			);
			if (unconfirmed.length > 0)
				faults.push({ field: null, code: "duplicate_suspected", payments: unconfirmed.slice(0, MOST_EQUAL) });
			else if (place > 0 && row.duplicate_reason === null)
				faults.push({ field: null, code: "repeated_row", row: group[0]?.n });
		}
}

/** Counts the rows in their order; a row that breaks a limit does not count for the rows after it. */
async function nameBrokenLimits(
	context: Context,
	store: Database,
	makerId: string,
	rows: readonly ReadableRow[],
): Promise<void> {
	const { environment, timeZone } = context.config;
	for (const [currency, group] of Map.groupBy(rows, ({ facts }) => facts.currency)) {
		const rule = await readPayoutRule(store, currency);
		const numbers = [...new Set(group.map(({ facts }) => facts.number))];
		const question = { environment, currency, makerId, numbers, at: context.clock.now(), timeZone };
		const facts = group.map((row) => row.facts);
		for (const [place, broken] of brokenLimits(rule, await readDaySums(store, rule, question), facts).entries())
			if (broken) group[place]?.faults.push({ field: "amount", code: `limit_${broken.kind}` });
	}
}
