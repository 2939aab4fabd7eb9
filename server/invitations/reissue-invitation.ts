import type { IssuedInvitation } from "#lib/contracts/invitation.ts";
import { demandStill } from "#server/access/demand-still.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { hashLinkToken, newLinkToken } from "#server/invitations/link-token.ts";
import { readInvitations } from "#server/invitations/read-invitations.ts";
import { linkOf, mailLink } from "#server/invitations/send-link.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";

/**
 * A new link for another seven days; the old one opens nothing any more. Who makes it has seen it, and so becomes the one who
 * invites: another admin confirms the role. Throws `forbidden`, `too_new_to_decide`, `not_found` (accepted or revoked meanwhile).
 */
export async function reissueInvitation(context: Context, { id }: { id: string }): Promise<IssuedInvitation> {
	demand(context, "member.manage");
	const { database, clock, config, member } = context;
	const token = newLinkToken();
	const invitation = await database.transaction().execute(async (trx) => {
		const { decides } = await demandStill(context, trx, "member.manage");
		const row = await trx
			.updateTable("invitation")
			.set({ token_hash: hashLinkToken(token), invited_by: member.id })
			.where("id", "=", id)
			.where("ended_at", "is", null)
			.returning(["name", "email", "role"])
			.executeTakeFirst();
		if (!row) throw new AppError("not_found", "no open invitation with this id");
		if (!decides && row.role !== "viewer") throw new AppError("too_new_to_decide", "no word on who gets rights yet");
		await mailLink(trx, config, { invitationId: id, token });
		const subject = { subjectKind: "member", subjectId: id } as const;
		const at = clock.now();
		await recordAudit(trx, {
			at,
			memberId: member.id,
			action: "member.invited_again",
			details: { ...row },
			...subject,
		});
		await tellChange(trx, { topic: "members", id });
		const [made] = await readInvitations(trx, id);
		if (!made) throw new Error("an invitation that was just made anew can be read");
		return made;
	});
	return { invitation, link: linkOf(config, "invitation", token) };
}
