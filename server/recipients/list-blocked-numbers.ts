import type { BlockedNumbers } from "#lib/contracts/recipient.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { selectBlocked } from "#server/recipients/block-number.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

/** Lists blocked numbers, newest first. Throws forbidden. */
export async function listBlockedNumbers(context: Context): Promise<BlockedNumbers> {
	requirePermission(context, "recipient.read");
	const rows = await selectBlocked(context.database).orderBy("blocked_number.at", "desc").execute();
	return { items: rows.map(withIsoTimes) };
}
