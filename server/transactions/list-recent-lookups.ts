import type { RecentLookups } from "#lib/contracts/transaction.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

const NEWEST = 20;

/** Lists the last 20 references that this member looked up, newest first. */
export async function listRecentLookups(context: Context): Promise<RecentLookups> {
	requirePermission(context, "transaction.read");
	const rows = await context.database
		.selectFrom("lookup")
		.select(["reference", "looked_up_at as lookedUpAt", "found"])
		.where("member_id", "=", context.member.id)
		.where("environment", "=", context.config.environment)
		.orderBy("looked_up_at", "desc")
		.orderBy("reference")
		.limit(NEWEST)
		.execute();
	return { items: rows.map(withIsoTimes) };
}
