/** Renders our constants as a list of SQL literals. */
import { type RawBuilder, sql } from "kysely";

/** For `in (…)`: literals let the planner see which partial index fits. Never use it for user input. */
export function listed(values: readonly string[]): RawBuilder<unknown> {
	return sql.join(values.map((value) => sql.lit(value)));
}
