/** Proposes how the service counts fees, from neighbouring readings with lines of a single type between them. */
import { sql } from "kysely";
import type { FeeProposal, FeeRule } from "#lib/contracts/reconciliation.ts";
import type { AmountMinor } from "#lib/money.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import { effectOf, type Rule, ruleOf, USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import { type BalancePeriod, readReadings, readSums, type Sum } from "#server/reconciliation/proof/proof-inputs.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

const MONTH_MS = 31 * 86_400_000;

/** Reads the wallet's first 31 days of readings; returns null when they show no rule. */
export async function proposeFromFirstMonth(store: Database, wallet: WalletKey): Promise<FeeProposal | null> {
	const { rows } = await sql<{ first: Date | null }>`
		select min(first_fetched_at) as first from balance_reading
		where ${ofWallet(wallet)}`.execute(store);
	const first = rows[0]?.first;
	if (!first) return null;
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
		const fits = (one: FeeRule) => lines.filter((sum) => agrees(ruleOf(one), sum, changes[sum.bucket] ?? 0n)).length;
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

function agrees(rule: Rule, { type, amount, fee }: Sum, change: AmountMinor): boolean {
	return effectOf(rule, type, amount, fee) === change;
}
