import type { IssuedInvitation } from "#lib/contracts/invitation.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { hashLinkToken, newLinkToken } from "#server/invitations/link-token.ts";
import { readInvitations } from "#server/invitations/read-invitations.ts";
import { linkOf, mailLink } from "#server/invitations/send-link.ts";
import { requireNewPerson } from "#server/members/insert-member.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";

/**
 * Replaces the link; the new one is valid for seven days. The issuer has seen the link and becomes the inviter, so another admin
 * must confirm the role. Throws `forbidden`, `too_new_to_decide`, `not_found` (accepted or revoked meanwhile),
 * `email_taken`, `invalid_input` (`name`).
 */
export async function reissueInvitation(context: Context, { id }: { id: string }): Promise<IssuedInvitation> {
	const { clock, config, member } = context;
	const token = newLinkToken();
	const invitation = await withPermission(context, "member.manage", async (trx) => {
		const open = trx
			.selectFrom("invitation")
			.select(["name", "email"])
			.where("id", "=", id)
			.where("ended_at", "is", null);
		const person = await open.executeTakeFirst();
		// A person who came in through the provider meanwhile would get a link that opens nothing.
		if (person) await requireNewPerson(trx, person);
		const row = await trx
			.updateTable("invitation")
			.set({ token_hash: hashLinkToken(token), invited_by: member.id })
			.where("id", "=", id)
			.where("ended_at", "is", null)
			.returning(["name", "email", "role"])
			.executeTakeFirst();
		if (!row) throw new AppError("not_found", "no open invitation with this id");
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
		await publishChange(trx, { topic: "members", id });
		const [made] = await readInvitations(trx, id);
		if (!made) throw new Error("the reissued invitation cannot be read");
		return made;
	});
	return { invitation, link: linkOf(config, "invitation", token) };
}
