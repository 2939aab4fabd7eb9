/** What follows every factor that was added: recovery codes with the first one, the session counted as proved, the record. */
import type { FactorKind } from "#lib/contracts/second-factor.ts";
import { renewSession } from "#server/access/session/renew-session.ts";
import { voidChanges } from "#server/change-requests/ask/void-changes.ts";
import type { Context } from "#server/context.ts";
import { tellMember } from "#server/notices/tell-member.ts";
import { issueRecoveryCodes } from "#server/second-factor/enrol/issue-recovery-codes.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface Enrolled {
	/** Shown once; null where the member had a factor, and with it codes. */
	recoveryCodes: string[] | null;
	/** New id of the session, for the cookie. */
	sessionId: string;
}

/** Sessions from before, elsewhere, owe the second step from this commit on. */
export async function concludeEnrolment(
	context: Context,
	trx: DatabaseTransaction,
	added: { kind: Exclude<FactorKind, "recovery_code">; name?: string; isFirst: boolean; sessionKey: string },
): Promise<Enrolled> {
	const at = context.clock.now();
	const { kind, name, isFirst, sessionKey } = added;
	// First the proof, then what only a proved session may add.
	const sessionId = await renewSession(trx, at, { key: sessionKey, factor: kind });
	const recoveryCodes = isFirst ? await issueRecoveryCodes(trx, at, context.member.id) : null;
	const action = kind === "passkey" ? "member.passkey_added" : "member.totp_added";
	const subject = { subjectKind: "member", subjectId: context.member.id } as const;
	const details: Record<string, string> = name === undefined ? {} : { passkey: name };
	await recordAudit(trx, { at, memberId: context.member.id, action, details, ...subject });
	await tellMember(trx, { at, memberId: context.member.id, kind: `${kind}_added`, details });
	await voidChanges(trx, at, { kind: "second_factor_reset", subject: context.member.id });
	await tellChange(trx, { topic: "members", id: context.member.id });
	return { recoveryCodes, sessionId };
}
