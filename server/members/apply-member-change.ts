/** Changes role, disabling or password, for the screens and the command line. Each change ends the member's sessions. */

import { sql } from "kysely";
import type { MemberChange } from "#lib/contracts/member.ts";
import type { NoticeKind } from "#lib/members/notice-kinds.ts";
import { endSessionsOf } from "#server/access/end-session.ts";
import { clearDelays } from "#server/access/guard/sign-in-delay.ts";
import { keptPasswordRules } from "#server/access/password-sign-in.ts";
import { lockAdmins } from "#server/access/recheck-permission.ts";
import { AppError } from "#server/errors.ts";
import type { ChangeStep } from "#server/guarded-changes/guarded-change.ts";
import { mailFormerDeciders } from "#server/guarded-changes/propose-change.ts";
import { voidChanges } from "#server/guarded-changes/record-change.ts";
import { recordAccountEvent } from "#server/notices/notify-member.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

export interface MemberChangeStep extends ChangeStep {
	memberId: string;
	change: Omit<MemberChange, "password">;
	/** Hash of the new password, which must already be checked; null when the password stays. */
	passwordHash: string | null;
	details?: Record<string, string>;
}

/**
 * Does nothing when role and status are already so and no password is given, but for the owner's disabling. The caller has checked that
 * `by` is still an admin. Throws `not_found`, `last_admin`, `emergency_admin` (the only member who may sign in by password).
 */
export async function applyMemberChange(trx: DatabaseTransaction, step: MemberChangeStep): Promise<void> {
	const admins = await lockAdmins(trx);
	const { at, by, memberId, change, passwordHash, confirmedBy } = step;
	const member = await trx
		.selectFrom("member")
		.select(["role", "name", "email", "disabled_at"])
		.where("id", "=", memberId)
		.forNoKeyUpdate()
		.executeTakeFirstOrThrow(() => new AppError("not_found", "no such member"));

	const role = change.role ?? member.role;
	const disabled = change.disabled ?? member.disabled_at !== null;
	if (admins.has(memberId) && admins.size === 1 && (role !== "admin" || disabled))
		throw new AppError("last_admin", "nobody would be left to manage members");
	if (role !== "admin" || disabled) await requireNoEmergencyAdmin(trx, memberId);

	const changes: { kind: NoticeKind; details?: Record<string, string> }[] = [];
	if (role !== member.role) changes.push({ kind: "role_changed", details: { from: member.role, to: role } });
	// The machine's owner also disables whom an admin disabled before: the member then no longer counts as present.
	const isOwners = change.disabled === true && by === null;
	if (disabled !== (member.disabled_at !== null) || isOwners) changes.push({ kind: disabled ? "disabled" : "enabled" });
	if (passwordHash !== null) changes.push({ kind: "password_set" });
	if (changes.length === 0) return;

	const disabledAt = disabled ? ((isOwners ? null : member.disabled_at) ?? at) : null;
	await trx
		.updateTable("member")
		.set({ role, disabled_at: disabledAt, ...(passwordHash === null ? {} : { password_hash: passwordHash }) })
		.where("id", "=", memberId)
		.execute();
	if (passwordHash !== null) await clearDelays(trx, { id: memberId, email: member.email });
	await endSessionsOf(trx, at, memberId);
	for (const { kind, details } of changes) {
		const recorded = { ...details, ...step.details, ...(confirmedBy ? { confirmedBy } : {}) };
		await recordAccountEvent(trx, { at, memberId, kind, by, name: member.name, details: recorded });
	}
	// Every page that shows who has approved is of the old role or status, also that of a member who may not read members.
	if (changes.some(({ kind }) => kind !== "password_set"))
		await publishUpdate(trx, { topic: "settings", id: memberId });
	await voidChanges(trx, at, { kind: "member_changed", subject: memberId });
	// The database has set the time in this commit if a right to decide was lost.
	await mailFormerDeciders(trx, sql`member.id = ${memberId} and rights_until = now()`);
}

/** Throws for the emergency admin while password sign-in is off: they must stay an enabled admin until another is chosen. */
async function requireNoEmergencyAdmin(trx: DatabaseTransaction, memberId: string): Promise<void> {
	const rules = await keptPasswordRules(trx);
	if (!rules.allowed && rules.emergencyMemberId === memberId)
		throw new AppError("emergency_admin", "the admin for emergencies stays one");
}
