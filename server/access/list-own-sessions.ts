import type { OwnSession } from "#lib/contracts/account.ts";
import { readOpenSessions } from "#server/access/read-open-sessions.ts";
import { hashSessionId } from "#server/access/session-id.ts";
import type { Context } from "#server/context.ts";

/** Lists the member's open sessions, most recently used first. `sessionId`: the current one, as in its cookie. */
export async function listOwnSessions(
	context: Context,
	{ sessionId }: { sessionId: string },
): Promise<{ items: OwnSession[] }> {
	const whose = { memberId: context.member.id, ownHash: hashSessionId(sessionId) };
	return { items: await readOpenSessions(context, whose) };
}
