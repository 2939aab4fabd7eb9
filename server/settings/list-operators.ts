/** Converts operators between their table and the JSON of the API. */

import type { Selectable } from "kysely";
import type { Operator } from "#lib/contracts/operator.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import type { Tables } from "#server/store/tables/tables.ts";

/** Lists all operators by country, then name. Forms offer the enabled ones; old payments may name a disabled one. */
export async function listOperators(context: Context): Promise<{ items: Operator[] }> {
	requirePermission(context, "payment.read");
	const query = context.database.selectFrom("operator").selectAll();
	const rows = await query.orderBy("country").orderBy("name").orderBy("code").execute();
	return { items: rows.map(operatorOf) };
}

export function operatorOf(row: Selectable<Tables["operator"]>): Operator {
	return {
		code: row.code,
		name: row.name,
		country: row.country,
		currency: row.currency,
		flow: row.flow,
		prefixes: row.prefixes,
		dialCode: row.dial_code,
		windowMinutes: row.window_minutes,
		enabled: row.enabled,
	};
}
