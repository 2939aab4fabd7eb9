/** Finds the invitation of a valid link. Reading it changes nothing. */
import { sql } from "kysely";
import { linkTokenSchema } from "#lib/contracts/invitation.ts";
import { hashLinkToken } from "#server/invitations/link-token.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Null when the link is unknown, used, revoked, replaced or too old, or its issuer is no admin who may grant roles. */
export async function findInvitation(database: Database | DatabaseTransaction, token: string) {
	if (!linkTokenSchema.safeParse(token).success) return null;
	const row = await database
		.selectFrom("invitation")
		.innerJoin("member as inviter", "inviter.id", "invitation.invited_by")
		.select(["invitation.id", "invitation.email", "invitation.name", "invitation.role", "invitation.locale"])
		.select(["inviter.id as inviter_id", "inviter.name as inviter_name", "inviter.email as inviter_email"])
		.where("token_hash", "=", hashLinkToken(token))
		.where("ended_at", "is", null)
		.where("expires_at", ">", sql<Date>`now()`)
		.where("inviter.role", "=", "admin")
		.where("inviter.disabled_at", "is", null)
		.where((eb) => eb.or([eb("invitation.role", "=", "viewer"), sql<boolean>`may_confirm(inviter.id)`]))
		.executeTakeFirst();
	return row ?? null;
}
