/** Counts the limits of single payouts over the rows of a draft, in their order. */
import type { RowFacts, RowFault } from "#lib/contracts/batch.ts";
import type { PayoutRule } from "#lib/contracts/payout-rule.ts";
import { minorOf } from "#lib/money.ts";
import { brokenLimit, limitUses } from "#lib/payments/payout-rules.ts";
import type { Context } from "#server/context.ts";
import { readDaySums } from "#server/payments/rules/limit-use.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import type { Database } from "#server/store/database.ts";

export interface LimitedRow {
	facts: Pick<RowFacts, "number" | "amount" | "currency">;
	/** The limit that a row breaks is added here. */
	faults: RowFault[];
}

/** A row that breaks a limit does not count for the rows after it. */
export async function nameBrokenLimits(
	context: Context,
	store: Database,
	{ makerId, rows }: { makerId: string; rows: readonly LimitedRow[] },
): Promise<void> {
	const { environment, timeZone } = context.config;
	for (const [currency, group] of Map.groupBy(rows, ({ facts }) => facts.currency)) {
		const rule = await readPayoutRule(store, currency);
		const numbers = [...new Set(group.map(({ facts }) => facts.number))];
		const question = { environment, currency, makerId, numbers, at: context.clock.now(), timeZone };
		nameBroken(group, rule, await readDaySums(store, rule, question));
	}
}

/** True when a maker's daily limit is set, which counts every row; a number's limit counts only the rows of that number. */
export async function countsEveryRow(store: Database, currencies: readonly string[]): Promise<boolean> {
	const rules = await Promise.all(currencies.map((currency) => readPayoutRule(store, currency)));
	return rules.some(({ perPersonDay }) => perPersonDay !== null);
}

type Sums = Awaited<ReturnType<typeof readDaySums>>;

function nameBroken(group: readonly LimitedRow[], rule: PayoutRule, { personDayMinor, byNumber }: Sums): void {
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
