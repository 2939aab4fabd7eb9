import type { Operator } from "#lib/contracts/operator.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { operatorOf } from "#server/settings/operator-row.ts";

/** Lists all operators by country, then name. Forms offer the enabled ones; old payments may name a disabled one. */
export async function listOperators(context: Context): Promise<{ items: Operator[] }> {
	requirePermission(context, "payment.read");
	const query = context.database.selectFrom("operator").selectAll();
	const rows = await query.orderBy("country").orderBy("name").orderBy("code").execute();
	return { items: rows.map(operatorOf) };
}
