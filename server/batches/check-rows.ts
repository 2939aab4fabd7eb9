/** What is wrong with each row of a draft: its own texts, other payouts to the same number, and the limits. One statement each. */

import { type RowSetting, readRowFacts, type TypedRow } from "#lib/batches/row-facts.ts";
import type { RowFacts, RowFault } from "#lib/contracts/batch.ts";
import type { PayoutRule } from "#lib/contracts/payout-rule.ts";
import { minorOf } from "#lib/money.ts";
import { homeCountry } from "#lib/payments/home-country.ts";
import { brokenLimit, limitUses } from "#lib/payments/payout-rules.ts";
import type { Context } from "#server/context.ts";
import { findTwins } from "#server/payments/rules/find-duplicates.ts";
import { readDaySums } from "#server/payments/rules/limit-use.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export interface DraftRow extends TypedRow {
	n: number;
	left_out: string | null;
	duplicate_reason: string | null;
}

export interface CheckedRow {
	n: number;
	/** Null for a row that cannot be paid as it is. */
	facts: RowFacts | null;
	faults: RowFault[];
	/** Payouts of the same number and amount outside of the batch, and rows before this one. */
	twins: { payments: string[]; rows: number[] };
}

/** In the order of `rows`; those that are left out have no faults. Limits count for the maker, in the order of the rows. */
export async function checkRows(
	context: Context,
	store: Database | DatabaseTransaction,
	{ makerId, rows }: { makerId: string; rows: readonly DraftRow[] },
): Promise<CheckedRow[]> {
	const setting = await readRowSetting(context, store);
	const checked = rows.map((row) => ({ row, ...toChecked(row, setting) }));
	const payable = checked.filter(({ facts }) => facts !== null) as Payable[];
	await nameTwins(context, store, payable);
	await nameBrokenLimits(context, store, payable, makerId);
	return checked.map(({ row: _row, facts, faults, ...rest }) => ({
		...rest,
		faults,
		facts: faults.length === 0 ? facts : null,
	}));
}

type Payable = CheckedRow & { row: DraftRow; facts: RowFacts };

function toChecked(row: DraftRow, setting: RowSetting): CheckedRow {
	const nothing = { n: row.n, twins: { payments: [], rows: [] } };
	if (row.left_out !== null) return { ...nothing, facts: null, faults: [] };
	const read = readRowFacts(row, setting);
	return "facts" in read ? { ...nothing, facts: read.facts, faults: [] } : { ...nothing, facts: null, ...read };
}

async function readRowSetting(context: Context, store: Database | DatabaseTransaction): Promise<RowSetting> {
	const { walletCurrencies: wallets, timeZone } = context.config;
	const operators = await store
		.selectFrom("operator")
		.select(["code", "name", "country", "currency", "prefixes", "enabled"])
		.where("enabled", "=", true)
		.where("currency", "in", wallets)
		.orderBy("code")
		.execute();
	return { operators, wallets, homeCountry: homeCountry(operators, timeZone) };
}

/** A reason that a person gave for one row covers the twins it has. */
async function nameTwins(
	context: Context,
	store: Database | DatabaseTransaction,
	payable: readonly Payable[],
): Promise<void> {
	const { environment } = context.config;
	const asked = payable.map(({ n, facts }) => ({
		...{ id: String(n), environment, currency: facts.currency, phone_number: facts.number, amount: facts.amount },
	}));
	const found = await findTwins(store, asked, context.clock.now());
	const earlier = new Map<string, number[]>();
	for (const one of payable) {
		const { row, facts, twins, faults } = one;
		twins.payments = (found.get(String(row.n)) ?? []).map(({ id }) => id);
		const key = [facts.currency, facts.number, facts.amount].join(" ");
		twins.rows = [...(earlier.get(key) ?? [])];
		earlier.set(key, [...twins.rows, row.n]);
		if (row.duplicate_reason !== null) continue;
		if (twins.payments.length > 0)
			faults.push({ field: null, code: "duplicate_suspected", payments: twins.payments.slice(0, MOST_NAMED) });
		else if (twins.rows.length > 0) faults.push({ field: null, code: "repeated_row" });
	}
}

const MOST_NAMED = 5;

async function nameBrokenLimits(
	context: Context,
	store: Database | DatabaseTransaction,
	payable: readonly Payable[],
	makerId: string,
): Promise<void> {
	const { environment, timeZone } = context.config;
	for (const [currency, group] of Map.groupBy(payable, ({ facts }) => facts.currency)) {
		const rule = await readPayoutRule(store, currency);
		const numbers = [...new Set(group.map(({ facts }) => facts.number))];
		const question = { environment, currency, makerId, numbers, at: context.clock.now(), timeZone };
		nameBroken(group, rule, await readDaySums(store, rule, question));
	}
}

type Sums = Awaited<ReturnType<typeof readDaySums>>;

function nameBroken(group: readonly Payable[], rule: PayoutRule, { personDayMinor, byNumber }: Sums): void {
	let ofPerson = personDayMinor;
	const ofNumber = new Map(byNumber);
	for (const { facts, faults } of group) {
		const destinationDayMinor = ofNumber.get(facts.number) ?? 0n;
		const amountMinor = minorOf(facts.amount);
		const broken = brokenLimit(limitUses(rule, { personDayMinor: ofPerson, destinationDayMinor }), amountMinor);
		if (broken) {
			faults.push({ field: "amount", code: `limit_${broken.kind}` });
			continue;
		}
		ofPerson += amountMinor;
		ofNumber.set(facts.number, destinationDayMinor + amountMinor);
	}
}
