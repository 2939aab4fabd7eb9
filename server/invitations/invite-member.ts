import { ulid } from "ulid";
import type { IssuedInvitation, NewInvitation } from "#lib/contracts/invitation.ts";
import { looksLike } from "#lib/members/look-alikes.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { readInvitations, readIssued, recordInvitation } from "#server/invitations/list-invitations.ts";
import { hashLinkToken, linkOf, mailLink, newLinkToken } from "#server/invitations/send-link.ts";
import { requireNewPerson } from "#server/members/insert-member.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Creates a link for a new person. They join as a viewer, and get a higher role when a second admin confirms it. Throws `forbidden`,
 * `too_new_to_decide`, `invalid_input`, `email_taken`.
 */
export async function inviteMember(
	context: Context,
	{ name, role, locale, ...typed }: NewInvitation,
): Promise<IssuedInvitation> {
	const email = typed.email.toLowerCase();
	const id = ulid(context.clock.now().getTime());
	const token = newLinkToken();
	const invitation = await withPermission(context, "member.manage", async (trx) => {
		await requireNewPerson(trx, { email, name });
		await requireNobodyInvited(context, trx, { id, email, name });
		const row = { id, email, name, role, locale, token_hash: hashLinkToken(token), invited_by: context.member.id };
		await trx.insertInto("invitation").values(row).execute();
		await mailLink(trx, context.config, { invitationId: id, token });
		await recordInvitation(context, trx, { id, action: "member.invited", details: { name, email, role } });
		return readIssued(trx, id);
	});
	return { invitation, link: linkOf(context.config, "invitation", token) };
}

/**
 * Call it under the lock of `requireNewPerson`. Revokes an invitation of this e-mail whose link has expired: it would block the new. `id`:
 * the person's own invitation.
 */
export async function requireNobodyInvited(
	context: Context,
	trx: DatabaseTransaction,
	person: { id: string; email: string; name: string },
): Promise<void> {
	for (const other of await readInvitations(trx)) {
		if (other.id === person.id) continue;
		const { id, name, email, isOver } = other;
		if (email === person.email && isOver) {
			await trx.updateTable("invitation").set({ ended: "revoked" }).where("id", "=", id).execute();
			await recordInvitation(context, trx, { id, action: "member.invitation_revoked", details: { name, email } });
		} else if (email === person.email)
			throw new AppError("email_taken", "this e-mail already has an invitation", { fields: { email: "invited" } });
		else if (!isOver && looksLike(person.name, name))
			throw new AppError("invalid_input", "the name is too similar to that of an invited person", {
				fields: { name: "looks_like" },
			});
	}
}
