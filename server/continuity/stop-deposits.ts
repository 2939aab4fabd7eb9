/** Ends deposits that waited through a gap: no wallet can prove that the payer was not asked already. */
import { type Selectable, sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { markMayHaveLeft } from "#server/payment-records/may-have-left.ts";
import type { Database } from "#server/store/database.ts";
import type { ContinuityGapTable } from "#server/store/tables/continuity-tables.ts";

/** A restart takes seconds; after a longer wait the payer must be asked by a person, not by a machine that comes back. */
const GAP_MS = 60_000;

/** Returns how many. After a short gap deposits continue: nobody restores a machine within a minute of its last heartbeat. */
export async function stopDeposits(
	system: SystemContext,
	{ since, cause }: Pick<Selectable<ContinuityGapTable>, "since" | "cause">,
): Promise<number> {
	if (since === null || (cause !== "went_back" && !(await isLongAgo(system.database, since)))) return 0;
	return system.database.transaction().execute(async (trx) => {
		const waiting = await trx
			.selectFrom("payment")
			.selectAll()
			.where("kind", "=", "deposit")
			.where("state", "=", "approved")
			.where("environment", "=", system.config.environment)
			.orderBy("created_at")
			.orderBy("id")
			.forUpdate()
			.execute();
		const happening = { event: "stopped_by_gap", by: "cauri" } as const;
		return (await markMayHaveLeft(trx, system.clock.now(), waiting, happening)).length;
	});
}

/** Uses database time, which also dated it. */
async function isLongAgo(database: Database, since: Date): Promise<boolean> {
	const row = await database.selectFrom("worker").select(sql<Date>`now()`.as("now")).limit(1).executeTakeFirst();
	return !row || row.now.getTime() - since.getTime() >= GAP_MS;
}
