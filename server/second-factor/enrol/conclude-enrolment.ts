/** Completes every enrolment: recovery codes with the first factor, the session marked as proved, the audit log. */
import type { FactorKind } from "#lib/contracts/second-factor.ts";
import { renewSession } from "#server/access/session/renew-session.ts";
import type { Context } from "#server/context.ts";
import { voidChanges } from "#server/guarded-changes/void-changes.ts";
import { notifyMember } from "#server/notices/notify-member.ts";
import { issueRecoveryCodes } from "#server/second-factor/enrol/issue-recovery-codes.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface Enrolled {
	/** Shown once; null when the member already had a factor, and so codes. */
	recoveryCodes: string[] | null;
	sessionId: string;
}

/** From this commit on, the member's other sessions require the second factor. */
export async function concludeEnrolment(
	context: Context,
	trx: DatabaseTransaction,
	added: { kind: Exclude<FactorKind, "recovery_code">; name?: string; isFirst: boolean; sessionKey: string },
): Promise<Enrolled> {
	const at = context.clock.now();
	const { kind, name, isFirst, sessionKey } = added;
	// The proof comes first, because only a proved session may add what follows.
	const sessionId = await renewSession(trx, at, { key: sessionKey, factor: kind });
	const recoveryCodes = isFirst ? await issueRecoveryCodes(trx, at, context.member.id) : null;
	const action = kind === "passkey" ? "member.passkey_added" : "member.totp_added";
	const subject = { subjectKind: "member", subjectId: context.member.id } as const;
	const details: Record<string, string> = name === undefined ? {} : { passkey: name };
	await recordAudit(trx, { at, memberId: context.member.id, action, details, ...subject });
	await notifyMember(trx, { at, memberId: context.member.id, kind: `${kind}_added`, details });
	await voidChanges(trx, at, { kind: "second_factor_reset", subject: context.member.id });
	await publishChange(trx, { topic: "members", id: context.member.id });
	return { recoveryCodes, sessionId };
}
