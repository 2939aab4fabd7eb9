/** Removes all factors and codes of a member and ends every session; the screen and the command line share this step. */
import { endSessionsOf } from "#server/access/end-session.ts";
import { AppError } from "#server/errors.ts";
import type { ChangeStep } from "#server/guarded-changes/guarded-change.ts";
import { voidChanges } from "#server/guarded-changes/void-changes.ts";
import { notifyMember } from "#server/notices/notify-member.ts";
import { lockMember } from "#server/second-factor/lock-member.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

interface Forgetting extends ChangeStep {
	memberId: string;
}

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
	await notifyMember(trx, {
		at,
		memberId,
		kind: "second_factor_reset",
		by,
		details: confirmedBy ? { confirmedBy } : {},
	});
	await voidChanges(trx, at, { kind: "second_factor_reset", subject: memberId });
	await publishChange(trx, { topic: "members", id: memberId });
}
