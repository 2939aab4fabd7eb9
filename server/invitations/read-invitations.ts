/** Reads open invitations for the API, without their links. */
import { sql } from "kysely";
import type { Invitation } from "#lib/contracts/invitation.ts";
import { OPENS } from "#server/invitations/find-invitation.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Newest first. One whose link opens nothing any more stays until it is revoked or replaced. */
export async function readInvitations(database: Database | DatabaseTransaction, id?: string): Promise<Invitation[]> {
	const rows = await database
		.selectFrom("invitation")
		.innerJoin("member as inviter", "inviter.id", "invitation.invited_by")
		.select(["invitation.id", "invitation.email", "invitation.name", "invitation.role", "inviter.name as invited_by"])
		.select(["invited_at", "expires_at", "mailed_at"])
		.select(sql<boolean>`not ${OPENS}`.as("is_over"))
		.where("ended_at", "is", null)
		.$if(id !== undefined, (query) => query.where("invitation.id", "=", id ?? ""))
		.orderBy("invited_at", "desc")
		.orderBy("invitation.id", "desc")
		.execute();
	return rows.map((row) => ({
		id: row.id,
		email: row.email,
		name: row.name,
		role: row.role,
		invitedBy: row.invited_by,
		invitedAt: row.invited_at.toISOString(),
		expiresAt: row.expires_at.toISOString(),
		isOver: row.is_over,
		mailedAt: row.mailed_at?.toISOString() ?? null,
	}));
}
