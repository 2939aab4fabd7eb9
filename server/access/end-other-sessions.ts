import { endSessionsBut } from "#server/access/end-session.ts";
import type { Context } from "#server/context.ts";

/** `sessionId`: id of the current session, as in its cookie. This session stays open. Throws `step_up_needed`. */
export async function endOtherSessions(
	context: Context,
	{ sessionId }: { sessionId: string },
): Promise<{ ended: number }> {
	const { database, member } = context;
	const ended = await database.transaction().execute(async (trx) => {
		await context.presence.requireFresh(trx, "account");
		return endSessionsBut(trx, context, { memberId: member.id, sessionId });
	});
	return { ended };
}
