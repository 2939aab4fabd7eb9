import { timingSafeEqual } from "node:crypto";
import type { Selectable } from "kysely";
import { type FactorAnswer, type StepUpProof, stepUpProofSchema } from "#lib/contracts/second-factor.ts";
import { hasOwnPassword } from "#server/access/has-own-password.ts";
import { renewSession } from "#server/access/session/renew-session.ts";
import { nameOfSession } from "#server/access/session-id.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { CHALLENGE_MS } from "#server/second-factor/challenges.ts";
import { type Factors, methodsOf } from "#server/second-factor/factors-of.ts";
import { challengeOf } from "#server/second-factor/step-up/list-digest.ts";
import { readWeighingFactors } from "#server/second-factor/step-up/weighing-factors.ts";
import { verifyAnswer } from "#server/second-factor/verify-answer.ts";
import { verifyOwnPassword } from "#server/second-factor/verify-own-password.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import type { StepUpTable } from "#server/store/second-factor-tables.ts";

export interface GivenProof extends StepUpProof {
	sessionKey: string;
}

/**
 * The answer to `beginStepUp`: from now on the proof counts, and the session has a new id, which is returned. Who has a second
 * factor answers with it; the password is for those who have none. Throws `not_found` (no such question of this session, too
 * old, or answered), `factor_too_new`, `forbidden` (password), `invalid_input` (`code`, `password`), `passkey_refused`, `too_many_attempts`.
 */
export async function giveStepUp(context: Context, input: GivenProof): Promise<string> {
	const { sessionKey, ...body } = input;
	const { id, answer } = stepUpProofSchema.parse(body);
	const { member, database } = context;
	const question = await findQuestion(context, { id, sessionKey });
	const conclude = (trx: DatabaseTransaction) => prove(context, trx, question, answer.method);
	const factors = await readWeighingFactors(database, { memberId: member.id, purpose: question.purpose });
	if (answer.method === "password") {
		if (factors) throw new AppError("forbidden", "the second factor is asked for, not the password");
		if (!(await hasOwnPassword(context, member.id)))
			throw new AppError("forbidden", "no password opens the desk for this member");
		return verifyOwnPassword(context, answer.password, conclude);
	}
	if (factors && !mayAnswer(factors, answer)) throw new AppError("factor_too_new", "this factor has no weight yet");
	const { nonce, purpose, digest } = question;
	const expected = Buffer.from(challengeOf({ nonce, sessionKey, purpose, digest })).toString("base64url");
	const asked = { memberId: member.id, answer: answer as FactorAnswer, isAsked: () => isEqual(expected) };
	return verifyAnswer(context, asked, conclude);
}

function mayAnswer(factors: Factors, answer: StepUpProof["answer"]): boolean {
	if (answer.method === "passkey") return factors.passkeys.some(({ id }) => id === answer.response.id);
	return methodsOf(factors).some((method) => method === answer.method);
}

type Question = Selectable<StepUpTable>;

async function findQuestion(
	{ database, clock, member }: Context,
	{ id, sessionKey }: { id: string; sessionKey: string },
): Promise<Question> {
	const row = await database
		.selectFrom("step_up")
		.selectAll()
		.where("id", "=", id)
		.where("session_key", "=", sessionKey)
		.where("member_id", "=", member.id)
		.where("proved_at", "is", null)
		.where("created_at", ">", new Date(clock.now().getTime() - CHALLENGE_MS))
		.executeTakeFirst();
	if (!row) throw new AppError("not_found", "no such question of this session");
	return row;
}

async function prove(
	{ clock, member }: Context,
	trx: DatabaseTransaction,
	question: Question,
	method: StepUpProof["answer"]["method"],
): Promise<string> {
	const at = clock.now();
	const proved = await trx
		.updateTable("step_up")
		.set({ proved_at: at, method })
		.where("id", "=", question.id)
		.where("proved_at", "is", null)
		.returning("id")
		.executeTakeFirst();
	if (!proved) throw new AppError("not_found", "the question was answered already");
	const details = { method, purpose: question.purpose };
	const subject = { subjectKind: "session", subjectId: nameOfSession(question.session_key) } as const;
	await recordAudit(trx, { at, memberId: member.id, action: "session.stepped_up", details, ...subject });
	return renewSession(trx, at, { key: question.session_key });
}

function isEqual(expected: string): (challenge: string) => boolean {
	return (challenge) => {
		const [left, right] = [Buffer.from(challenge), Buffer.from(expected)];
		return left.length === right.length && timingSafeEqual(left, right);
	};
}
