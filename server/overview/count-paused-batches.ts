import { sql } from "kysely";
import type { Need } from "#lib/contracts/overview.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { counted } from "#server/overview/need.ts";
import { STOPPED_BY_FAILURES } from "#server/payment-records/payment-settings.ts";

/** Counts paused batches with payouts that wait to be sent: those that the reader may resume, or the reader's own that only others may. */
export async function countPausedBatches(context: Context, who: "reader" | "others"): Promise<Need[]> {
	const { database, config, member } = context;
	const [decides, stops] = [may(member.role, "payout.decide"), may(member.role, "sending.stop")];
	const isOwnPause = sql`(paused_by is not distinct from ${member.id} and not ${STOPPED_BY_FAILURES})`;
	const mayResume = sql`(${decides}::boolean or (${stops}::boolean and ${isOwnPause}))`;
	const isAsked = who === "reader" ? mayResume : sql`maker_id = ${member.id} and not ${mayResume}`;
	const { rows } = await sql<{ count: number; since: Date | null }>`
		select count(*)::integer as count, min(paused_at) as since from batch
		where id in (select paused_batches()) and environment = ${config.environment} and ${isAsked}`.execute(database);
	return rows.flatMap((found) => counted("batch_paused", found));
}
