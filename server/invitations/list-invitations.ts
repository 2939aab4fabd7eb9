import type { Invitations } from "#lib/contracts/invitation.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { readInvitations } from "#server/invitations/read-invitations.ts";

/** Throws `forbidden`. */
export async function listInvitations(context: Context): Promise<Invitations> {
	requirePermission(context, "member.read");
	return { items: await readInvitations(context.database), mailed: context.config.mail !== null };
}
