/** Proposes how the service counts fees, from neighbouring readings with lines of a single type between them. */
import type { FeeProposal, FeeRule } from "#lib/contracts/reconciliation.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import { effectOf, USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import { type BalancePeriod, readReadings, readSums, type Sum } from "#server/reconciliation/proof/proof-inputs.ts";
import type { Database } from "#server/store/database.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";

const MONTH_MS = 31 * 86_400_000;

/** Reads the 31 days of readings that begin with the wallet's `first` one; returns null when they show no rule. */
export async function proposeFromFirstMonth(
	store: Database,
	wallet: WalletKey,
	first: Date,
): Promise<FeeProposal | null> {
	const periods = await readReadings(store, wallet, first, new Date(first.getTime() + MONTH_MS));
	return proposeFeeRule(periods, await readSums(store, wallet, timesOf(periods)));
}

function timesOf(periods: readonly BalancePeriod[]): number[] {
	return [...new Set(periods.map(({ updatedAt }) => updatedAt))].sort((a, b) => a - b);
}

/** `sums` has one bucket for each distinct `updatedAt` of the periods, in ascending order. Pure. */
export function proposeFeeRule(periods: readonly BalancePeriod[], sums: readonly Sum[]): FeeProposal | null {
	const balances = new Map(periods.map(({ updatedAt, balance }) => [updatedAt, balance]));
	const changes = timesOf(periods).map((at, place, all) => {
		const before = balances.get(all[place - 1] ?? at) ?? 0n;
		return (balances.get(at) ?? 0n) - before;
	});
	const alone = [...Map.groupBy(sums, ({ bucket }) => bucket).values()].flatMap(([sum, ...others]) =>
		sum && others.length === 0 && (sum.fee !== 0n || movementDirection(sum.type) === null) ? [sum] : [],
	);
	let rule = USUAL_RULE;
	let [tested, agreeing] = [0, 0];
	for (const [type, lines] of Map.groupBy(alone, (sum) => sum.type)) {
		const fits = (one: FeeRule) =>
			lines.filter(({ bucket, amount, fee }) => effectOf(one, type, amount, fee) === (changes[bucket] ?? 0n)).length;
		const [best, second] = alternatives(rule, type)
			.map((one) => ({ rule: one, count: fits(one) }))
			.sort((a, b) => b.count - a.count);
		tested += lines.length;
		if (!best || best.count === second?.count) continue;
		rule = best.rule;
		agreeing += best.count;
	}
	return agreeing === 0 ? null : { rule, tested, agreeing };
}

function alternatives(rule: FeeRule, type: string): FeeRule[] {
	if (type === "deposit" || type === "withdrawal")
		return (["beside", "inside"] as const).map((side) => ({ ...rule, [type]: side }));
	const signed = (["in", "out"] as const).map((effect) => ({ ...rule, types: [...rule.types, { type, effect }] }));
	return [rule, ...signed];
}
