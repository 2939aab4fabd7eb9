/** The person behind the link chooses a password and is a member: a viewer, until a second admin has confirmed what they were invited as. */
import type { Acceptance } from "#lib/contracts/invitation.ts";
import { loosens } from "#lib/loosening.ts";
import { demandGoodPassword } from "#server/access/password/password-rules.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import { readPasswordRules } from "#server/access/password-sign-in.ts";
import { askForChange } from "#server/change-requests/ask/ask-for-change.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { findInvitation } from "#server/invitations/find-invitation.ts";
import { type Arrival, type ArrivingBrowser, letIn } from "#server/invitations/let-in.ts";
import { openByLink } from "#server/invitations/link-token.ts";
import { insertMember } from "#server/members/insert-member.ts";
import { tellMember } from "#server/notices/tell-member.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Throws `invitation_over`, `invalid_input` (`password`; `name` or `email` that somebody else has by now), `email_taken`, `password_sign_in_off`. */
export async function acceptInvitation(
	system: SystemContext,
	{ token, password, ...browser }: Acceptance & ArrivingBrowser,
): Promise<Arrival> {
	const { database, config } = system;
	const found = await findInvitation(database, token);
	if (!found) throw over();
	await demandPasswords(system);
	await demandGoodPassword(password, { ...found, businessName: config.businessName });
	const passwordHash = await hashPassword(password);
	return letIn(system, browser, async (trx) => {
		// Two who hold the link come one after the other: the second finds it used.
		await trx.selectFrom("invitation").select("id").where("id", "=", found.id).forUpdate().execute();
		const invitation = await findInvitation(trx, token);
		if (!invitation) throw over();
		await openByLink(trx, token);
		await join(system, trx, invitation, passwordHash);
		return invitation.id;
	});
}

async function join(
	system: SystemContext,
	trx: DatabaseTransaction,
	{ id, email, name, role, locale, ...inviter }: Invitation,
	passwordHash: string,
): Promise<void> {
	const at = system.clock.now();
	const step = { at, by: inviter.inviter_id };
	await insertMember(trx, { id, email, name, role: "viewer", passwordHash }, step);
	await trx.updateTable("member").set({ locale }).where("id", "=", id).execute();
	await trx.updateTable("invitation").set({ ended: "accepted" }).where("id", "=", id).execute();
	const subject = { subjectKind: "member", subjectId: id } as const;
	await recordAudit(trx, { at, memberId: id, action: "member.invitation_accepted", details: { name }, ...subject });
	const told = { kind: "invitation_accepted", by: id, details: { to: role } } as const;
	await tellMember(trx, { at, memberId: inviter.inviter_id, ...told });
	const before = { role: "viewer", disabled: false, version: 1 } as const;
	const after = { role, disabled: false, password: false };
	if (!loosens("member_changed", { ...before, password: false }, after)) return;
	const member = { id: inviter.inviter_id, role: "admin" } as const;
	await askForChange({ ...system, member }, trx, { kind: "member_changed", subject: id, before, after });
}

/** Where they are switched off, nobody comes in by one that they have just chosen. */
async function demandPasswords(system: SystemContext): Promise<void> {
	const { allowed } = await readPasswordRules(system);
	if (!allowed) throw new AppError("password_sign_in_off", "members come in through the provider");
}

function over(): AppError {
	return new AppError("invitation_over", "the link is unknown, used, revoked or too old");
}
