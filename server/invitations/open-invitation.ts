import { sql } from "kysely";
import { linkTokenSchema, type OpenedInvitation } from "#lib/contracts/invitation.ts";
import type { SystemContext } from "#server/context.ts";
import { hashLinkToken } from "#server/invitations/send-link.ts";
import type { Database } from "#server/store/database.ts";

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

/** For queries of `invitation` with `inviter`: true while an open invitation has not expired and its inviter may still grant the role. */
export const OPENS = sql<boolean>`(invitation.expires_at > now() and inviter.role = 'admin' and inviter.disabled_at is null
	and (invitation.role = 'viewer' or may_confirm(inviter.id)))`;

/** Returns null when the link is unknown, used, revoked, replaced or too old, or when the inviter may no longer grant the role. */
export async function findInvitation(database: Database, token: string) {
	if (!linkTokenSchema.safeParse(token).success) return null;
	const row = await database
		.selectFrom("invitation")
		.innerJoin("member as inviter", "inviter.id", "invitation.invited_by")
		.select(["invitation.id", "invitation.email", "invitation.name", "invitation.role", "invitation.locale"])
		.select(["inviter.id as inviter_id", "inviter.name as inviter_name", "invitation.expires_at"])
		.where("token_hash", "=", hashLinkToken(token))
		.where("ended_at", "is", null)
		.where(OPENS)
		.executeTakeFirst();
	return row ?? null;
}
