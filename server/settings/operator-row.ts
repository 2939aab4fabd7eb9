/** Converts operators between their table and the JSON of the API. */
import type { Selectable } from "kysely";
import type { Operator } from "#lib/contracts/operator.ts";
import type { Tables } from "#server/store/tables/tables.ts";

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
