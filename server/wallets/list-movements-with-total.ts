import type { MovementList, MovementListQuery } from "#lib/contracts/movement.ts";
import type { Context } from "#server/context.ts";
import { listMovements } from "#server/wallets/list-movements.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";

/**
 * Adds the count of all lines, also of withdrawn ones, to a page, for clients of the API that want both in one request; our own pages use
 * `total: "no"` and request the sums separately. Throws what `listMovements` throws.
 */
export async function listMovementsWithTotal(
	context: Context,
	{ total: wanted, ...query }: MovementListQuery & { currency: string },
): Promise<MovementList & { total?: number }> {
	if (wanted === "no") return listMovements(context, query);
	const { sort: _sort, cursor: _cursor, limit: _limit, ...filter } = query;
	const [list, { total, withdrawn }] = await Promise.all([
		listMovements(context, query),
		sumMovements(context, { ...filter, whole: "yes" }),
	]);
	return { ...list, total: total + withdrawn };
}
