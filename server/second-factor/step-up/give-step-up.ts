import { timingSafeEqual } from "node:crypto";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Selectable } from "kysely";
import type { FactorAnswer, StepUpProof } from "#lib/contracts/second-factor.ts";
import { hasOwnPassword, requireOwnPassword } from "#server/access/has-own-password.ts";
import { renewSession } from "#server/access/session/renew-session.ts";
import { nameOfSession } from "#server/access/session-id.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { challengeOf, saltOf } from "#server/payments/rules/digests.ts";
import { CHALLENGE_MS } from "#server/second-factor/challenges.ts";
import { type Factors, methodsOf } from "#server/second-factor/factors-of.ts";
import { readCountingFactors } from "#server/second-factor/step-up/counting-factors.ts";
import { verifyAnswer } from "#server/second-factor/verify-answer.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import type { Assertion } from "#server/store/tables/second-factor-tables.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export interface GivenProof extends StepUpProof {
	sessionKey: string;
}

/**
 * Checks the answer to a step-up and returns the session's new id. Throws `not_found` (no open question), `factor_too_new`, `forbidden`
 * (password despite a factor), `invalid_input` (`code`, `password`), `passkey_refused`, `too_many_attempts`.
 */
export async function giveStepUp(context: Context, { sessionKey, id, answer }: GivenProof): Promise<string> {
	const { member, database } = context;
	const question = await findQuestion(context, { id, sessionKey });
	const conclude = (trx: DatabaseTransaction) => prove(context, trx, question, answer);
	const factors = await readCountingFactors(database, { memberId: member.id, purpose: question.purpose });
	if (answer.method === "password") {
		if (factors) throw new AppError("forbidden", "the second factor is required, not the password");
		if (!(await hasOwnPassword(context, member.id)))
			throw new AppError("forbidden", "this member cannot sign in with a password");
		const details = { method: "password" };
		await requireOwnPassword(context, answer.password, { field: "password", action: "member.factor_refused", details });
		return database.transaction().execute(conclude);
	}
	if (factors && !mayAnswer(factors, answer)) throw new AppError("factor_too_new", "this factor is too new to count");
	const { nonce, purpose, digest } = question;
	const salt = saltOf({ nonce, sessionKey });
	const expected = Buffer.from(challengeOf({ salt, purpose, digest })).toString("base64url");
	const guesser = `session:${sessionKey}`;
	const asked = { memberId: member.id, guesser, answer: answer as FactorAnswer, isAsked: () => isEqual(expected) };
	return verifyAnswer(context, asked, conclude);
}

function mayAnswer(factors: Factors, answer: StepUpProof["answer"]): boolean {
	if (answer.method === "passkey") return factors.passkeys.some(({ id }) => id === answer.response.id);
	return methodsOf(factors).some((method) => method === answer.method);
}

type Question = Selectable<Tables["step_up"]>;

async function findQuestion(
	{ database, clock, member }: Context,
	{ id, sessionKey }: { id: string; sessionKey: string },
): Promise<Question> {
	return database
		.selectFrom("step_up")
		.selectAll()
		.where("id", "=", id)
		.where("session_key", "=", sessionKey)
		.where("member_id", "=", member.id)
		.where("proved_at", "is", null)
		.where("created_at", ">", new Date(clock.now().getTime() - CHALLENGE_MS))
		.executeTakeFirstOrThrow(() => new AppError("not_found", "this session has no such step-up challenge"));
}

async function prove(
	{ clock, member }: Context,
	trx: DatabaseTransaction,
	question: Question,
	answer: StepUpProof["answer"],
): Promise<string> {
	const at = clock.now();
	const { method } = answer;
	const assertion = question.purpose === "approve" ? assertionOf(question, answer) : null;
	await trx
		.updateTable("step_up")
		.set({ proved_at: at, method, ...(assertion ? { assertion: JSON.stringify(assertion) } : {}) })
		.where("id", "=", question.id)
		.where("proved_at", "is", null)
		.returning("id")
		.executeTakeFirstOrThrow(() => new AppError("not_found", "the challenge was answered already"));
	const details = { method, purpose: question.purpose };
	const subject = { subjectKind: "session", subjectId: nameOfSession(question.session_key) } as const;
	// Sessions are locked before the audit turn, as where they are ended.
	const renewed = await renewSession(trx, at, { key: question.session_key });
	await recordAudit(trx, { at, memberId: member.id, action: "session.stepped_up", details, ...subject });
	return renewed;
}

/** Returns the passkey's signed answer, which the worker verifies again before the payout leaves; null for other methods. */
function assertionOf({ nonce, session_key: sessionKey }: Question, answer: StepUpProof["answer"]): Assertion | null {
	if (answer.method !== "passkey") return null;
	const { id, response } = answer.response as unknown as AuthenticationResponseJSON;
	const { authenticatorData, clientDataJSON, signature } = response;
	return { passkey: id, authenticatorData, clientDataJSON, signature, salt: saltOf({ nonce, sessionKey }) };
}

function isEqual(expected: string): (challenge: string) => boolean {
	return (challenge) => {
		const [left, right] = [Buffer.from(challenge), Buffer.from(expected)];
		return left.length === right.length && timingSafeEqual(left, right);
	};
}
