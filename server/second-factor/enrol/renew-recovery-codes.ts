import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { notifyMember } from "#server/notices/notify-member.ts";
import { actInSession } from "#server/second-factor/enrol/act-in-session.ts";
import { issueRecoveryCodes } from "#server/second-factor/enrol/issue-recovery-codes.ts";
import { hasFactor, readFactors } from "#server/second-factor/factors-of.ts";
import { lockMember } from "#server/second-factor/lock-member.ts";
import { recordAudit } from "#server/store/audit-log.ts";

/**
 * New codes confirm protected actions only a day later, and the old ones stop working at once. Throws `step_up_needed`;
 * `conflict` when the member has no factor.
 */
export async function renewRecoveryCodes(
	context: Context,
	{ sessionKey }: { sessionKey: string },
): Promise<{ recoveryCodes: string[] }> {
	const { member, clock, database } = context;
	return database.transaction().execute(async (trx) => {
		await context.presence.require(trx, { purpose: "account" });
		await lockMember(trx, member.id);
		if (!hasFactor(await readFactors(trx, member.id))) throw new AppError("conflict", "no second factor");
		const at = clock.now();
		await actInSession(trx, sessionKey);
		const recoveryCodes = await issueRecoveryCodes(trx, at, member.id);
		const subject = { subjectKind: "member", subjectId: member.id } as const;
		await recordAudit(trx, { at, memberId: member.id, action: "member.recovery_codes_renewed", ...subject });
		await notifyMember(trx, { at, memberId: member.id, kind: "recovery_codes_renewed" });
		return { recoveryCodes };
	});
}
