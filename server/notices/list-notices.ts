import type { Notices } from "#lib/contracts/notice.ts";
import type { Context } from "#server/context.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

/** A person reads no more than this at once; the audit log has all events. */
const SHOWN = 5;

/** Lists the member's own unseen notices, newest first. */
export async function listNotices({ database, member }: Pick<Context, "database" | "member">): Promise<Notices> {
	const rows = await database
		.selectFrom("notice")
		.modifyFront(PREPARED)
		.select(["id", "kind", "details", "created_at as createdAt"])
		.select(({ fn }) => fn.countAll<string>().over().as("count"))
		.where("member_id", "=", member.id)
		.where("seen_at", "is", null)
		.orderBy("id", "desc")
		.limit(SHOWN)
		.execute();
	const items = rows.map(({ count: _count, ...row }) => withIsoTimes(row));
	return { items, count: Number(rows[0]?.count ?? 0) };
}
