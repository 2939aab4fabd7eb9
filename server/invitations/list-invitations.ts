import { sql } from "kysely";
import type { Invitation, Invitations } from "#lib/contracts/invitation.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { OPENS } from "#server/invitations/open-invitation.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

/** Lists open invitations. Throws `forbidden`. */
export async function listInvitations(context: Context): Promise<Invitations> {
	requirePermission(context, "member.read");
	return { items: await readInvitations(context.database), mailed: context.config.mail !== null };
}

/** Reads open invitations, newest first. One whose link is no longer valid stays open until it is revoked or issued again. */
export async function readInvitations(database: Database, id?: string): Promise<Invitation[]> {
	const rows = await database
		.selectFrom("invitation")
		.innerJoin("member as inviter", "inviter.id", "invitation.invited_by")
		.select(["invitation.id", "invitation.email", "invitation.name", "invitation.role", "inviter.name as invitedBy"])
		.select(["invited_at as invitedAt", "expires_at as expiresAt", "mailed_at as mailedAt"])
		.select(sql<boolean>`not ${OPENS}`.as("isOver"))
		.where("ended_at", "is", null)
		.$if(id !== undefined, (query) => query.where("invitation.id", "=", id ?? ""))
		.orderBy("invited_at", "desc")
		.orderBy("invitation.id", "desc")
		.execute();
	return rows.map(withIsoTimes);
}

export async function readIssued(trx: DatabaseTransaction, id: string): Promise<Invitation> {
	const [made] = await readInvitations(trx, id);
	if (!made) throw new Error("an invitation that was just issued cannot be read");
	return made;
}

export async function recordInvitation(
	{ clock, member }: Context,
	trx: DatabaseTransaction,
	{ id, ...fact }: { id: string; action: string; details: Record<string, string> },
): Promise<void> {
	const subject = { subjectKind: "member", subjectId: id } as const;
	await recordAudit(trx, { at: clock.now(), memberId: member.id, ...fact, ...subject });
	await publishUpdate(trx, { topic: "members", id });
}
