import type { BlockedNumber, BlockedNumbers } from "#lib/contracts/recipient.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";

/** Newest first. Throws forbidden. */
export async function listBlockedNumbers(context: Context): Promise<BlockedNumbers> {
	requirePermission(context, "recipient.read");
	const rows = await selectBlocked(context.database).orderBy("blocked_number.at", "desc").execute();
	return { items: rows.map(toBlocked) };
}

export function selectBlocked(database: Database) {
	return database
		.selectFrom("blocked_number")
		.innerJoin("member", "member.id", "blocked_number.member_id")
		.leftJoin("recipient", (join) =>
			join.onRef("recipient.number", "=", "blocked_number.number").on("recipient.archived_at", "is", null),
		)
		.select(["blocked_number.number", "blocked_number.reason", "blocked_number.at"])
		.select(["recipient.name", "member.name as by"]);
}

type BlockedRow = Awaited<ReturnType<ReturnType<typeof selectBlocked>["execute"]>>[number];

export function toBlocked({ at, ...row }: BlockedRow): BlockedNumber {
	return { ...row, at: at.toISOString() };
}
