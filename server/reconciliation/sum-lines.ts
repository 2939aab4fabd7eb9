import { sql } from "kysely";
import type { MovementSums, MovementSumsQuery, MovementTotals } from "#lib/contracts/movement.ts";
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { directionOf } from "#lib/movements/kept-direction.ts";
import type { Context } from "#server/context.ts";
import { effectOf, USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import { readKeptFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import { newestProofs } from "#server/reconciliation/proof/kept-days.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";

type Input = MovementSumsQuery & { currency: string };

/** Adds the net to `sumMovements`, by each day's fee rule; without a kept one all have the usual. Throws as `sumMovements` does. */
export async function sumLines(context: Context, input: Input): Promise<MovementSums> {
	const [sums, kept] = [await sumMovements(context, input), await readKeptFeeRule(context.database, input.currency)];
	const rule = kept ?? USUAL_RULE;
	let net = netOf(sums.totals, rule);
	for (const other of kept && !sums.isAtLeast ? await readOtherRules(context, input, kept) : []) {
		const { totals } = await sumMovements(context, { ...input, from: other.from, to: other.to });
		net += netOf(totals, other.rule) - netOf(totals, rule);
	}
	const unsigned = sums.totals.flatMap(({ type }) => (directionOf(rule, type) === null ? [type] : []));
	return { ...sums, net: toDecimal(net), unsigned };
}

function netOf(totals: MovementTotals, rule: FeeRule): bigint {
	return totals.reduce((sum, { type, amount, fee }) => sum + effectOf(rule, type, minorOf(amount), minorOf(fee)), 0n);
}

async function readOtherRules({ database, config }: Context, of: Input, than: FeeRule) {
	const within = sql`day between ${of.from ?? "-infinity"}::date and ${of.to ?? "infinity"}::date`;
	const { rows } = await sql<{ rule: FeeRule; from: string; to: string }>`
		select rule, min(day)::text as from, max(day)::text as to from (
			select day, proof -> 'rule' as rule, day - row_number() over (partition by proof -> 'rule' order by day)::integer as run
			from (${newestProofs({ environment: config.environment, currency: of.currency }, within)}) as newest) as proved
		where rule <> ${JSON.stringify(than)}::jsonb group by rule, run`.execute(database);
	return rows;
}
