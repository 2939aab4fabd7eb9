import { endSessionsBut } from "#server/access/end-session.ts";
import type { Context } from "#server/context.ts";

/** Ends all of the member's sessions but the current one; `sessionId` is the value in its cookie. Throws `step_up_needed`. */
export async function endOtherSessions(
	context: Context,
	{ sessionId }: { sessionId: string },
): Promise<{ ended: number }> {
	const { database, clock, member } = context;
	const ended = await database.transaction().execute(async (trx) => {
		await context.presence.require(trx, { purpose: "account" });
		return endSessionsBut(trx, clock.now(), { memberId: member.id, sessionId });
	});
	return { ended };
}
