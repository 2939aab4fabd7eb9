import type { RowFacts, RowFault } from "#lib/contracts/batch.ts";
import { brokenLimits } from "#lib/payments/payout-rules.ts";
import type { Context } from "#server/context.ts";
import { readDaySums } from "#server/payments/rules/limit-use.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import type { Database } from "#server/store/database.ts";

export interface LimitedRow {
	facts: Pick<RowFacts, "number" | "amount" | "currency">;
	faults: RowFault[];
}

/** Counts the rows in their order; a row that breaks a limit does not count for the rows after it. */
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
		const facts = group.map((row) => row.facts);
		for (const [place, broken] of brokenLimits(rule, await readDaySums(store, rule, question), facts).entries())
			if (broken) group[place]?.faults.push({ field: "amount", code: `limit_${broken.kind}` });
	}
}

/** Returns true when a maker's daily limit is set, which counts every row; a number's limit counts only the rows of that number. */
export async function countsEveryRow(store: Database, currencies: readonly string[]): Promise<boolean> {
	const rules = await Promise.all(currencies.map((currency) => readPayoutRule(store, currency)));
	return rules.some(({ perPersonDay }) => perPersonDay !== null);
}
