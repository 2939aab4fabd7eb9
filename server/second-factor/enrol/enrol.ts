import { renewSession } from "#server/access/session/renew-session.ts";
import type { Context } from "#server/context.ts";
import { voidChanges } from "#server/guarded-changes/record-change.ts";
import { recordAccountEvent } from "#server/notices/notify-member.ts";
import { changeOwnFactors, hasFactor, readFactors } from "#server/second-factor/factors-of.ts";
import { issueRecoveryCodes } from "#server/second-factor/recovery-codes.ts";
import { actAs, type DatabaseTransaction } from "#server/store/database.ts";

export interface Enrolled {
	/** The new codes, shown once. Null when the member already had a factor, and so has recovery codes. */
	recoveryCodes: string[] | null;
	sessionId: string;
}

/**
 * Adds a factor and renews the id of this session in one transaction. From then on the member's other sessions need the second factor.
 * `add` stores the factor and returns details for the audit log.
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
		const held = await readFactors(trx, memberId);
		const isFirst = !hasFactor(held);
		const details = await add(trx);
		// First marks the session as proved by this factor, because only such a session may add recovery codes.
		const sessionId = await renewSession(trx, at, { key: sessionKey, factor: kind });
		const recoveryCodes = isFirst ? await issueRecoveryCodes(trx, at, memberId) : null;
		await voidChanges(trx, at, { kind: "second_factor_reset", subject: memberId });
		const event = kind === "totp" && held.totp ? "totp_replaced" : (`${kind}_added` as const);
		await recordAccountEvent(trx, { at, memberId, kind: event, details });
		return { recoveryCodes, sessionId };
	});
}
