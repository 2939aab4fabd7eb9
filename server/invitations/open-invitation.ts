import type { OpenedInvitation } from "#lib/contracts/invitation.ts";
import type { SystemContext } from "#server/context.ts";
import { findInvitation } from "#server/invitations/find-invitation.ts";

/** Shows the holder of a link the invitation before they choose a password. Changes nothing. */
export async function openInvitation(
	{ database }: Pick<SystemContext, "database">,
	{ token }: { token: string },
): Promise<OpenedInvitation> {
	const found = await findInvitation(database, token);
	if (!found) return { invitation: null };
	const { name, email, role, inviter_name } = found;
	return { invitation: { name, email, role, invitedBy: inviter_name } };
}
