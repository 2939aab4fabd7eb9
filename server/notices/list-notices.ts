import type { Notices } from "#lib/contracts/notice.ts";
import type { Context } from "#server/context.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";

/** More than a person reads at once; the record has them all. */
const SHOWN = 5;

/** One's own that were not seen, the newest first. */
export async function listNotices({ database, member }: Pick<Context, "database" | "member">): Promise<Notices> {
	const rows = await database
		.selectFrom("notice")
		.modifyFront(PREPARED)
		.select(["id", "kind", "details", "created_at"])
		.select(({ fn }) => fn.countAll<string>().over().as("count"))
		.where("member_id", "=", member.id)
		.where("seen_at", "is", null)
		.orderBy("id", "desc")
		.limit(SHOWN)
		.execute();
	return {
		items: rows.map((row) => ({
			id: row.id,
			kind: row.kind,
			details: row.details,
			createdAt: row.created_at.toISOString(),
		})),
		count: Number(rows[0]?.count ?? 0),
	};
}
