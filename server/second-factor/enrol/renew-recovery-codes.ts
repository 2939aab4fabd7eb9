import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { tellMember } from "#server/notices/tell-member.ts";
import { actInSession } from "#server/second-factor/enrol/act-in-session.ts";
import { issueRecoveryCodes } from "#server/second-factor/enrol/issue-recovery-codes.ts";
import { hasFactor, readFactors } from "#server/second-factor/factors-of.ts";
import { lockMember } from "#server/second-factor/lock-member.ts";
import { recordAudit } from "#server/store/audit-log.ts";

/** They prove what matters a day later: the old ones are gone at once. Throws `step_up_needed`; `conflict` where there is nothing whose loss they would help over. */
export async function renewRecoveryCodes(
	context: Context,
	{ sessionKey }: { sessionKey: string },
): Promise<{ recoveryCodes: string[] }> {
	const { member, clock, database } = context;
	return database.transaction().execute(async (trx) => {
		await context.presence.demand(trx, { purpose: "account" });
		await lockMember(trx, member.id);
		if (!hasFactor(await readFactors(trx, member.id))) throw new AppError("conflict", "no second factor");
		const at = clock.now();
		await actInSession(trx, sessionKey);
		const recoveryCodes = await issueRecoveryCodes(trx, at, member.id);
		const subject = { subjectKind: "member", subjectId: member.id } as const;
		await recordAudit(trx, { at, memberId: member.id, action: "member.recovery_codes_renewed", ...subject });
		await tellMember(trx, { at, memberId: member.id, kind: "recovery_codes_renewed" });
		return { recoveryCodes };
	});
}
