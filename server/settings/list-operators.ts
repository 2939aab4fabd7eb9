import type { Operator } from "#lib/contracts/operator.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";

/** Lists all operators by country, then name. Forms offer the enabled ones; old payments may name a disabled one. */
export async function listOperators(context: Context): Promise<{ items: Operator[] }> {
	requirePermission(context, "payment.read");
	const query = selectOperators(context.database).orderBy("country").orderBy("name").orderBy("code");
	return { items: await query.execute() };
}

export function selectOperators(database: Database) {
	return database
		.selectFrom("operator")
		.select(["code", "name", "country", "currency", "flow", "prefixes", "enabled"])
		.select(["dial_code as dialCode", "window_minutes as windowMinutes"]);
}
