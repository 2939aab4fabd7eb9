/** Makes the invited person a member with the password they choose. They are a viewer until a second admin confirms the role. */

import type { Acceptance } from "#lib/contracts/invitation.ts";
import { requireGoodPassword } from "#server/access/password/password-rules.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import { readPasswordRules } from "#server/access/password-sign-in.ts";
import { type ArrivingBrowser, openSession, type StartedSession } from "#server/access/session/start-session.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { relaxesControl, requestChange } from "#server/guarded-changes/propose-change.ts";
import { findInvitation } from "#server/invitations/open-invitation.ts";
import { insertMember, lockNames } from "#server/members/insert-member.ts";
import { notifyMember } from "#server/notices/notify-member.ts";
import { NO_ORIGIN, recordAudit, withAuditOrigin } from "#server/store/audit-log.ts";
import { actAs, type DatabaseTransaction } from "#server/store/database.ts";

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Throws `invitation_over`, `invalid_input` (`password`; a taken `name` or `email`), `email_taken`, `password_sign_in_off`. */
export async function acceptInvitation(
	system: SystemContext,
	{ token, password, ...browser }: Acceptance & ArrivingBrowser,
): Promise<StartedSession> {
	const { database, config } = system;
	const found = await findInvitation(database, token);
	if (!found) throw over();
	await requirePasswords(system);
	await requireGoodPassword(password, { ...found, businessName: config.businessName });
	const passwordHash = await hashPassword(password);
	return openSession(system, browser, async (trx) => {
		// Locks in the order of an admin's changes: the inviter, new names, the invitation. The second holder of a link finds it used.
		await trx.selectFrom("member").select("id").where("id", "=", found.inviter_id).forShare().execute();
		await lockNames(trx);
		await trx.selectFrom("invitation").select("id").where("id", "=", found.id).forUpdate().execute();
		const invitation = await findInvitation(trx, token);
		if (!invitation) throw over();
		await actAs(trx, "link", token);
		await join(system, trx, invitation, passwordHash);
		return { memberId: invitation.id, factor: null };
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
	await withAuditOrigin(NO_ORIGIN, () => insertMember(trx, { id, email, name, role: "viewer", passwordHash }, step));
	await trx.updateTable("member").set({ locale }).where("id", "=", id).execute();
	await trx.updateTable("invitation").set({ ended: "accepted" }).where("id", "=", id).execute();
	const subject = { subjectKind: "member", subjectId: id } as const;
	await recordAudit(trx, { at, memberId: id, action: "member.invitation_accepted", details: { name }, ...subject });
	const notice = { kind: "invitation_accepted", by: id, details: { to: role } } as const;
	await notifyMember(trx, { at, memberId: inviter.inviter_id, ...notice });
	const before = { role: "viewer", disabled: false, version: 1 } as const;
	const after = { role, disabled: false, password: false };
	const change = { kind: "member_changed", subject: id, before, after } as const;
	if (!(await relaxesControl(trx, change))) return;
	const asker = { ...system, member: { id: inviter.inviter_id, role: "admin" } } as const;
	await withAuditOrigin(NO_ORIGIN, () => requestChange(asker, trx, change));
}

async function requirePasswords(system: SystemContext): Promise<void> {
	const { allowed } = await readPasswordRules(system);
	if (!allowed) throw new AppError("password_sign_in_off", "members sign in through the provider");
}

function over(): AppError {
	return new AppError("invitation_over", "the link is unknown, used, revoked or too old");
}
