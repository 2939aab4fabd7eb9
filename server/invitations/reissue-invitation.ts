import type { IssuedInvitation } from "#lib/contracts/invitation.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { requireNobodyInvited } from "#server/invitations/invite-member.ts";
import { readIssued, recordInvitation } from "#server/invitations/list-invitations.ts";
import { hashLinkToken, linkOf, mailLink, newLinkToken } from "#server/invitations/send-link.ts";
import { requireNewPerson } from "#server/members/insert-member.ts";

/**
 * Replaces the link by one for seven days. The issuer sees it and so becomes the inviter: another admin must confirm a higher role.
 * Throws `forbidden`, `too_new_to_decide`, `not_found` (accepted or revoked meanwhile), `email_taken`, `invalid_input` (`name`).
 */
export async function reissueInvitation(context: Context, { id }: { id: string }): Promise<IssuedInvitation> {
	const { config, member } = context;
	const token = newLinkToken();
	const invitation = await withPermission(context, "member.manage", async (trx) => {
		const open = trx
			.selectFrom("invitation")
			.select(["name", "email"])
			.where("id", "=", id)
			.where("ended_at", "is", null);
		const person = await open.executeTakeFirst();
		// Throws for a person who joined through the provider meanwhile, or whose name another link has: a new link would be useless.
		if (person) await requireNewPerson(trx, person);
		if (person) await requireNobodyInvited(context, trx, { id, ...person });
		const row = await trx
			.updateTable("invitation")
			.set({ token_hash: hashLinkToken(token), invited_by: member.id })
			.where("id", "=", id)
			.where("ended_at", "is", null)
			.returning(["name", "email", "role"])
			.executeTakeFirstOrThrow(() => new AppError("not_found", "no open invitation with this id"));
		await mailLink(trx, config, { invitationId: id, token });
		await recordInvitation(context, trx, { id, action: "member.invited_again", details: { ...row } });
		return readIssued(trx, id);
	});
	return { invitation, link: linkOf(config, "invitation", token) };
}

/** Invalidates the link. Throws `forbidden`, `not_found` (accepted or revoked meanwhile). */
export async function revokeInvitation(context: Context, { id }: { id: string }): Promise<void> {
	await withPermission(context, "member.manage", async (trx) => {
		const row = await trx
			.updateTable("invitation")
			.set({ ended: "revoked" })
			.where("id", "=", id)
			.where("ended_at", "is", null)
			.returning(["name", "email"])
			.executeTakeFirstOrThrow(() => new AppError("not_found", "no open invitation with this id"));
		await recordInvitation(context, trx, { id, action: "member.invitation_revoked", details: { ...row } });
	});
}
