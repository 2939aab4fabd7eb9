import type { Member } from "#lib/contracts/member.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { readMembers } from "#server/members/read-members.ts";

/** Lists all members by name, disabled ones included. */
export async function listMembers(context: Context): Promise<{ items: Member[] }> {
	requirePermission(context, "member.read");
	return { items: await readMembers(context.database) };
}
