import type { FactorAnswer } from "#lib/contracts/second-factor.ts";
import { demandSession, type LiveSession } from "#server/access/read-session.ts";
import { renewSession } from "#server/access/session/renew-session.ts";
import { nameOfSession } from "#server/access/session-id.ts";
import type { SystemContext } from "#server/context.ts";
import { takeChallenge } from "#server/second-factor/challenges.ts";
import { verifyAnswer } from "#server/second-factor/verify-answer.ts";
import { recordAudit } from "#server/store/audit-log.ts";

/**
 * The second step of a sign-in: the session becomes a full one, under a new id. Throws `too_many_attempts`, `invalid_input`
 * (`code`: wrong_code), `passkey_refused`, `unauthenticated`.
 */
export async function passSecondStep(
	system: SystemContext,
	{ member, key }: Pick<LiveSession, "member" | "key">,
	{ answer }: { answer: FactorAnswer },
): Promise<LiveSession> {
	const now = system.clock.now();
	const use = { purpose: "second_step", sessionKey: key } as const;
	const asked = {
		memberId: member.id,
		answer,
		isAsked: (trx: Parameters<typeof takeChallenge>[0]) => (challenge: string) =>
			takeChallenge(trx, now, { challenge, ...use }),
	};
	const id = await verifyAnswer(system, asked, async (trx, factor) => {
		const subject = { subjectKind: "session", subjectId: nameOfSession(key) } as const;
		const details = { method: factor };
		await recordAudit(trx, { at: now, memberId: member.id, action: "session.second_step", details, ...subject });
		return renewSession(trx, now, { key, factor });
	});
	return demandSession(system, id);
}
