import type { Operator } from "#lib/contracts/operator.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { operatorOf } from "#server/settings/operator-row.ts";

/** All operators, those switched off included: forms offer the enabled ones, old payments name any. By country, then name. */
export async function listOperators(context: Context): Promise<{ items: Operator[] }> {
	demand(context, "payment.read");
	const query = context.database.selectFrom("operator").selectAll();
	const rows = await query.orderBy("country").orderBy("name").orderBy("code").execute();
	return { items: rows.map(operatorOf) };
}
