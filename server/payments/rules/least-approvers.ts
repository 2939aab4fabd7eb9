/** Whoever has rights that no second admin has looked at yet asks for nothing that nobody approves: the database repeats it (migration 0032). */
import { sql } from "kysely";
import type { Approvers } from "#lib/payout-rules.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** At least so many approve a payout of this maker, whatever the rules say of its amount. */
export async function readLeastApprovers(
	database: Database | DatabaseTransaction,
	makerIds: readonly string[],
): Promise<(makerId: string, byRule: Approvers) => Approvers> {
	if (makerIds.length === 0) return (_, byRule) => byRule;
	const rows = await database
		.selectFrom("member")
		.select(["id", "decides_from", sql<Date>`now()`.as("now")])
		.where("id", "in", makerIds)
		.execute();
	const waiting = new Set(rows.filter((row) => row.decides_from !== null && row.decides_from > row.now).map(idOf));
	return (makerId, byRule) => (byRule === 0 && waiting.has(makerId) ? 1 : byRule);
}

function idOf({ id }: { id: string }): string {
	return id;
}
