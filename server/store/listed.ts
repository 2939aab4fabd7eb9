/** Words of ours as a list of SQL literals. */
import { type RawBuilder, sql } from "kysely";

/** For `in (…)`: written out, so that the planner sees which partial index answers. Never for what somebody typed. */
export function listed(words: readonly string[]): RawBuilder<unknown> {
	return sql.join(words.map((word) => sql.lit(word)));
}
