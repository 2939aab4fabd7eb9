/** Words of ours as a list of SQL literals. */
import { type RawBuilder, sql } from "kysely";

/** For `in (…)`: written out, so that the planner sees which partial index answers. Never for what somebody typed. */
export function listed(values: readonly string[]): RawBuilder<unknown> {
	return sql.join(values.map((value) => sql.lit(value)));
}
