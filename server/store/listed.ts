/** Values in the text of a statement: our constants as literals, rows as JSON. */
import { type RawBuilder, sql } from "kysely";

/** For `in (…)`: literals let the planner see which partial index fits. Never use it for user input. */
export function listed(values: readonly string[]): RawBuilder<unknown> {
	return sql.join(values.map((value) => sql.lit(value)));
}

/** For `jsonb_to_recordset`: PostgreSQL refuses half a character, which a cut text of the service may end with. */
export function toJson(rows: readonly object[]): string {
	return JSON.stringify(rows, (_key, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
}
