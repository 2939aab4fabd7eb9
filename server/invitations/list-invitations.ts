/** Reads open invitations for the API, without their links. */

import { sql } from "kysely";
import type { Invitation, Invitations } from "#lib/contracts/invitation.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { OPENS } from "#server/invitations/open-invitation.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Throws `forbidden`. */
export async function listInvitations(context: Context): Promise<Invitations> {
	requirePermission(context, "member.read");
	return { items: await readInvitations(context.database), mailed: context.config.mail !== null };
}

/** Reads invitations, newest first. An invitation with an invalid link stays in the list until it is revoked or replaced. */
export async function readInvitations(database: Database, id?: string): Promise<Invitation[]> {
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

export async function readIssued(trx: DatabaseTransaction, id: string): Promise<Invitation> {
	const [made] = await readInvitations(trx, id);
	if (!made) throw new Error("an invitation that was just issued cannot be read");
	return made;
}

/** Writes what an admin did with an invitation into the audit log, and tells every screen. */
export async function recordInvitation(
	{ clock, member }: Context,
	trx: DatabaseTransaction,
	{ id, ...fact }: { id: string; action: string; details: Record<string, string> },
): Promise<void> {
	const subject = { subjectKind: "member", subjectId: id } as const;
	await recordAudit(trx, { at: clock.now(), memberId: member.id, ...fact, ...subject });
	await publishChange(trx, { topic: "members", id });
}
