/** The step that the screen and the command line share: role, disabling, password; each ends the member's sessions. */
import type { MemberChange } from "#lib/contracts/member.ts";
import { endSessionsOf } from "#server/access/end-session.ts";
import { clearDelays } from "#server/access/guard/sign-in-delay.ts";
import { AppError } from "#server/errors.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface MemberChangeStep {
	memberId: string;
	change: Omit<MemberChange, "password">;
	/** Of the new password, already judged and hashed. */
	passwordHash: string | null;
	at: Date;
	/** Null when Cauri's own command line acts. */
	by: string | null;
}

/** Throws `not_found`, `last_admin`, `forbidden` (the one who acts is no admin any more). What is so already changes nothing. */
export async function applyMemberChange(trx: DatabaseTransaction, step: MemberChangeStep): Promise<void> {
	const admins = await lockAdmins(trx);
	if (step.by !== null && !admins.has(step.by)) throw new AppError("forbidden", "no admin any more");
	const { at, memberId, change, passwordHash } = step;
	const member = await trx
		.selectFrom("member")
		.selectAll()
		.where("id", "=", memberId)
		.forNoKeyUpdate()
		.executeTakeFirst();
	if (!member) throw new AppError("not_found", "no such member");

	const role = change.role ?? member.role;
	const disabled = change.disabled ?? member.disabled_at !== null;
	if (admins.has(memberId) && admins.size === 1 && (role !== "admin" || disabled))
		throw new AppError("last_admin", "nobody would be left to manage members");

	const facts: { action: string; details?: Record<string, string> }[] = [];
	if (role !== member.role) facts.push({ action: "member.role_changed", details: { from: member.role, to: role } });
	if (disabled !== (member.disabled_at !== null))
		facts.push({ action: disabled ? "member.disabled" : "member.enabled" });
	if (passwordHash !== null) facts.push({ action: "member.password_reset" });
	if (facts.length === 0) return;

	const disabledAt = disabled ? (member.disabled_at ?? at) : null;
	const password = passwordHash ?? member.password_hash;
	await trx
		.updateTable("member")
		.set({ role, disabled_at: disabledAt, password_hash: password })
		.where("id", "=", memberId)
		.execute();
	if (passwordHash !== null) await clearDelays(trx, member.email);
	await endSessionsOf(trx, at, memberId);
	for (const { action, details = {} } of facts) {
		const subject = { subjectKind: "member", subjectId: memberId } as const;
		await recordAudit(trx, { at, memberId: step.by, action, details: { name: member.name, ...details }, ...subject });
	}
	await tellChange(trx, { topic: "members", id: memberId });
}

// NO KEY: payments that point at their maker go on meanwhile, and wait for nothing that waits for them.
/** The admins who can act, locked in one order: two of them cannot demote each other at once. */
async function lockAdmins(trx: DatabaseTransaction): Promise<Set<string>> {
	const rows = await trx
		.selectFrom("member")
		.select("id")
		.where("role", "=", "admin")
		.where("disabled_at", "is", null)
		.orderBy("id")
		.forNoKeyUpdate()
		.execute();
	return new Set(rows.map((row) => row.id));
}
