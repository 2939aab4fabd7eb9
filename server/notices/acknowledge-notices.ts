import type { Context } from "#server/context.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

/** `upTo`: the newest notice that was shown; later ones stay unseen. */
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
		await publishUpdate(trx, { topic: "notices", id: member.id });
	});
}
