/** The step that the screen and the command line share: all of a member's factors and codes go, and every session with them. */
import { endSessionsOf } from "#server/access/end-session.ts";
import type { ChangeStep } from "#server/change-requests/ask/change-step.ts";
import { voidChanges } from "#server/change-requests/ask/void-changes.ts";
import { AppError } from "#server/errors.ts";
import { tellMember } from "#server/notices/tell-member.ts";
import { lockMember } from "#server/second-factor/lock-member.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

interface Forgetting extends ChangeStep {
	memberId: string;
}

/** Throws `not_found`. */
export async function forgetFactors(
	trx: DatabaseTransaction,
	{ memberId, at, by, confirmedBy }: Forgetting,
): Promise<void> {
	await lockMember(trx, memberId);
	const member = await trx.selectFrom("member").select("name").where("id", "=", memberId).executeTakeFirst();
	if (!member) throw new AppError("not_found", "no such member");
	for (const table of ["passkey", "totp", "recovery_code"] as const)
		await trx.deleteFrom(table).where("member_id", "=", memberId).execute();
	await endSessionsOf(trx, at, memberId);
	const subject = { subjectKind: "member", subjectId: memberId } as const;
	const details = { name: member.name, ...(confirmedBy ? { confirmedBy } : {}) };
	await recordAudit(trx, { at, memberId: by, action: "member.second_factor_reset", details, ...subject });
	await tellMember(trx, { at, memberId, kind: "second_factor_reset", by, details: confirmedBy ? { confirmedBy } : {} });
	await voidChanges(trx, at, { kind: "second_factor_reset", subject: memberId });
	await tellChange(trx, { topic: "members", id: memberId });
}
