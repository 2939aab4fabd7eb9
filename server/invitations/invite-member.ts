import { ulid } from "ulid";
import { type IssuedInvitation, type NewInvitation, newInvitationSchema } from "#lib/contracts/invitation.ts";
import { looksLike } from "#lib/look-alikes.ts";
import { demandStill } from "#server/access/demand-still.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { hashLinkToken, newLinkToken } from "#server/invitations/link-token.ts";
import { readInvitations } from "#server/invitations/read-invitations.ts";
import { linkOf, mailLink } from "#server/invitations/send-link.ts";
import { demandNewPerson } from "#server/members/insert-member.ts";
import { parseInput } from "#server/parse-input.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * A link for somebody who is no member yet. They come as a viewer, whatever they are invited as: a second admin confirms the rest
 * once they are there. Throws `forbidden`, `too_new_to_decide`, `invalid_input`, `email_taken`.
 */
export async function inviteMember(context: Context, input: NewInvitation): Promise<IssuedInvitation> {
	demand(context, "member.manage");
	const { name, role, locale, ...typed } = parseInput(newInvitationSchema, input);
	const email = typed.email.toLowerCase();
	const at = context.clock.now();
	const id = ulid(at.getTime());
	const token = newLinkToken();
	const invitation = await context.database.transaction().execute(async (trx) => {
		const { decides } = await demandStill(context, trx, "member.manage");
		if (!decides && role !== "viewer") throw new AppError("too_new_to_decide", "no word on who gets rights yet");
		await demandNewPerson(trx, { email, name });
		await demandNobodyInvited(trx, { email, name });
		const row = { id, email, name, role, locale, token_hash: hashLinkToken(token), invited_by: context.member.id };
		await trx.insertInto("invitation").values(row).execute();
		await mailLink(trx, context.config, { invitationId: id, token });
		const subject = { subjectKind: "member", subjectId: id } as const;
		const details = { name, email, role };
		await recordAudit(trx, { at, memberId: context.member.id, action: "member.invited", details, ...subject });
		await tellChange(trx, { topic: "members", id });
		const [made] = await readInvitations(trx, id);
		if (!made) throw new Error("an invitation that was just made can be read");
		return made;
	});
	return { invitation, link: linkOf(context.config, "invitation", token) };
}

/** Behind the lock that new people take turns by. One whose link is over makes room for another. */
async function demandNobodyInvited(trx: DatabaseTransaction, person: { email: string; name: string }): Promise<void> {
	for (const other of await readInvitations(trx)) {
		if (other.email === person.email && other.isOver)
			await trx.updateTable("invitation").set({ ended: "revoked" }).where("id", "=", other.id).execute();
		else if (other.email === person.email)
			throw new AppError("email_taken", "this e-mail is invited already", { fields: { email: "invited" } });
		else if (!other.isOver && looksLike(person.name, other.name))
			throw new AppError("invalid_input", "the name looks like one who is invited", { fields: { name: "looks_like" } });
	}
}
