import type { Context } from "#server/context.ts";
import { tellChange } from "#server/store/changes.ts";

/** The member has seen what stood on the screen: `upTo` and all before it. What came since stays. One's own alone. */
export async function acknowledgeNotices(
	{ database, clock, member }: Pick<Context, "database" | "clock" | "member">,
	{ upTo }: { upTo: string },
): Promise<void> {
	await database.transaction().execute(async (trx) => {
		await trx
			.updateTable("notice")
			.set({ seen_at: clock.now() })
			.where("member_id", "=", member.id)
			.where("id", "<=", upTo)
			.where("seen_at", "is", null)
			.execute();
		await tellChange(trx, { topic: "notices", id: member.id });
	});
}
