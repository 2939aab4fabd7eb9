import type { Member } from "#lib/contracts/member.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { readMembers } from "#server/members/read-members.ts";

/** Everybody, by name, the disabled among them. */
export async function listMembers(context: Context): Promise<{ items: Member[] }> {
	demand(context, "member.read");
	return { items: await readMembers(context.database) };
}
