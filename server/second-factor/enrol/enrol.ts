/** The steps of every enrolment: factor, recovery codes with the first factor, proved session, audit entry. */

import { renewSession } from "#server/access/session/renew-session.ts";
import type { Context } from "#server/context.ts";
import { voidChanges } from "#server/guarded-changes/record-change.ts";
import { recordAccountEvent } from "#server/notices/notify-member.ts";
import { changeOwnFactors, hasFactor, readFactors } from "#server/second-factor/factors-of.ts";
import { issueRecoveryCodes } from "#server/second-factor/recovery-codes.ts";
import { actAs, type DatabaseTransaction } from "#server/store/database.ts";

export interface Enrolled {
	/** Shown once; null when the member already had a factor and therefore has recovery codes. */
	recoveryCodes: string[] | null;
	sessionId: string;
}

/**
 * Adds a factor in a session of the member, in one transaction. From this commit on, the member's other sessions require the second
 * factor. `add` returns the audit log's details.
 */
export async function enrol(
	context: Context,
	{ kind, sessionKey }: { kind: "passkey" | "totp"; sessionKey: string },
	add: (trx: DatabaseTransaction) => Promise<Record<string, string>>,
): Promise<Enrolled> {
	const at = context.clock.now();
	const { id: memberId } = context.member;
	return changeOwnFactors(context, async (trx) => {
		await actAs(trx, "session", sessionKey);
		const isFirst = !hasFactor(await readFactors(trx, memberId));
		const details = await add(trx);
		// The session is marked as proved first, because only a proved session may add recovery codes.
		const sessionId = await renewSession(trx, at, { key: sessionKey, factor: kind });
		const recoveryCodes = isFirst ? await issueRecoveryCodes(trx, at, memberId) : null;
		await recordAccountEvent(trx, { at, memberId, kind: `${kind}_added`, details });
		await voidChanges(trx, at, { kind: "second_factor_reset", subject: memberId });
		return { recoveryCodes, sessionId };
	});
}
