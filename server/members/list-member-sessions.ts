import type { OwnSession } from "#lib/contracts/account.ts";
import { demand } from "#server/access/permissions.ts";
import { readOpenSessions } from "#server/access/read-open-sessions.ts";
import type { Context } from "#server/context.ts";

/** Where any member is signed in now, the newest use first. Throws `forbidden`. */
export async function listMemberSessions(context: Context, { id }: { id: string }): Promise<{ items: OwnSession[] }> {
	demand(context, "member.read");
	return { items: await readOpenSessions(context, { memberId: id, ownHash: null }) };
}
