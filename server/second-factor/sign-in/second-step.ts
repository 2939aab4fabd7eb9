import type { FactorAnswer, FactorQuestion } from "#lib/contracts/second-factor.ts";
import { findKnownBrowser, notePassed } from "#server/access/guard/known-browsers.ts";
import { type LiveSession, requireSession } from "#server/access/read-session.ts";
import { renewSession } from "#server/access/session/renew-session.ts";
import { nameOfSession } from "#server/access/session-id.ts";
import type { SystemContext } from "#server/context.ts";
import { askFactors } from "#server/second-factor/ask-factors.ts";
import { newChallenge, takeChallenge } from "#server/second-factor/challenges.ts";
import { readFactors } from "#server/second-factor/factors-of.ts";
import { verifyAnswer } from "#server/second-factor/verify-answer.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Passes the second step of a sign-in: the session becomes full, under a new id. Throws `too_many_attempts`, `invalid_input`
 * (`code`: wrong_code), `passkey_refused`, `unauthenticated`.
 */
export async function passSecondStep(
	system: SystemContext,
	{ member, key }: Pick<LiveSession, "member" | "key">,
	{ answer, browserToken }: { answer: FactorAnswer; browserToken: string | null },
): Promise<LiveSession> {
	const now = system.clock.now();
	const browserKey = { token: browserToken, memberId: member.id };
	const browser = await findKnownBrowser(system.database, now, browserKey, "passed_at");
	const use = { purpose: "second_step", sessionKey: key } as const;
	const asked = {
		memberId: member.id,
		answer,
		isAsked: (trx: DatabaseTransaction) => (challenge: string) =>
			takeChallenge(system.config, trx, now, { challenge, ...use }),
		// Guesses in a known browser are counted separately, so that somebody who knows the password cannot delay the member there.
		guesser: browser ? `browser:${browser}` : `member:${member.id}`,
	};
	const id = await verifyAnswer(system, asked, async (trx, factor) => {
		const subject = { subjectKind: "session", subjectId: nameOfSession(key) } as const;
		const details = { method: factor };
		const renewed = await renewSession(trx, now, { key, factor });
		await recordAudit(trx, { at: now, memberId: member.id, action: "session.second_step", details, ...subject });
		await notePassed(trx, now, browserKey);
		return renewed;
	});
	return requireSession(system, id);
}

export async function askSecondStep(
	system: SystemContext,
	{ member, key }: Pick<LiveSession, "member" | "key">,
): Promise<FactorQuestion> {
	const factors = await readFactors(system.database, member.id);
	const use = { purpose: "second_step", sessionKey: key } as const;
	const challenge = newChallenge(system.config, system.clock.now(), use);
	return askFactors(system, member.id, { factors, challenge });
}
