import type { MovementSums, MovementSumsQuery } from "#lib/contracts/movement.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import type { Context } from "#server/context.ts";
import { readEffects } from "#server/reconciliation/proof/fee-rules.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";

/** Adds the net to `sumMovements`, by the fee rule in force. Throws as `sumMovements` does. */
export async function sumLines(
	context: Context,
	input: MovementSumsQuery & { currency: string },
): Promise<MovementSums> {
	const [sums, effectOf] = await Promise.all([sumMovements(context, input), readEffects(context.database, input)]);
	const effects = sums.totals.map(({ type, amount, fee }) => effectOf(type, minorOf(amount), minorOf(fee)));
	const net = toDecimal(effects.reduce((sum: bigint, effect) => sum + (effect ?? 0n), 0n));
	const unsigned = sums.totals.flatMap(({ type }, place) => (effects[place] === null ? [type] : []));
	return { ...sums, net, unsigned };
}
