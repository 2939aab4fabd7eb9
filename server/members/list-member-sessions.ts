import type { OwnSession } from "#lib/contracts/account.ts";
import { readOpenSessions } from "#server/access/list-own-sessions.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";

/** Lists the open sessions of any member, last used first. Throws `forbidden`. */
export async function listMemberSessions(context: Context, { id }: { id: string }): Promise<{ items: OwnSession[] }> {
	requirePermission(context, "member.read");
	return { items: await readOpenSessions(context, { memberId: id, ownHash: null }) };
}
