/** Deposits that waited through a gap: no wallet can prove that the payer was not asked, so none of them is sent any more. */
import { type Selectable, sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { markMayHaveLeft } from "#server/payments/stop/stop-waiting.ts";
import type { ContinuityGapTable } from "#server/store/continuity-tables.ts";
import type { Database } from "#server/store/database.ts";

/** A restart takes seconds; who has waited longer at the counter must be asked anew, not by a machine that comes back. */
const GAP_MS = 60_000;

/** Returns how many. After a short gap they go on: nobody puts a machine back within a minute of its last sign of life. */
export async function stopDeposits(
	system: SystemContext,
	{ since, cause }: Pick<Selectable<ContinuityGapTable>, "since" | "cause">,
): Promise<number> {
	if (since === null || (cause !== "went_back" && !(await isLongAgo(system.database, since)))) return 0;
	const waiting = await system.database
		.selectFrom("payment")
		.selectAll()
		.where("kind", "=", "deposit")
		.where("state", "=", "approved")
		.where("environment", "=", system.config.environment)
		.orderBy("created_at")
		.execute();
	const at = system.clock.now();
	let stopped = 0;
	for (const deposit of waiting) {
		const marked = await system.database
			.transaction()
			.execute((trx) => markMayHaveLeft(trx, at, deposit, { event: "stopped_by_gap", by: "cauri" }));
		if (marked) stopped += 1;
	}
	return stopped;
}

/** By the database's clock, which wrote it. */
async function isLongAgo(database: Database, since: Date): Promise<boolean> {
	const row = await database.selectFrom("worker").select(sql<Date>`now()`.as("now")).limit(1).executeTakeFirst();
	return !row || row.now.getTime() - since.getTime() >= GAP_MS;
}
