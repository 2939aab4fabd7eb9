import { sql } from "kysely";
import type { FactorAnswer, FactorKind } from "#lib/contracts/second-factor.ts";
import {
	type Attempt,
	codesOf,
	countFailure,
	forgiveFailures,
	requireNoDelay,
} from "#server/access/guard/sign-in-delay.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordAccountEvent } from "#server/notices/notify-member.ts";
import { hashRecoveryCode } from "#server/second-factor/recovery-codes.ts";
import { openSecret, sealSecret } from "#server/second-factor/seal-secret.ts";
import { stepOfCode } from "#server/second-factor/totp-code.ts";
import { verifyPasskey } from "#server/second-factor/verify-passkey.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { actAs, type Database, type DatabaseTransaction } from "#server/store/database.ts";

type System = Pick<SystemContext, "config" | "clock" | "database">;

interface Asked extends Guesser {
	answer: FactorAnswer;
	/** For a passkey: returns a check that the signed challenge is the one that we sent for this purpose. */
	isAsked: (trx: DatabaseTransaction) => (challenge: string) => boolean | Promise<boolean>;
}

/**
 * Checks the answer and runs `act` in the transaction that uses it up: both happen or neither. Throws `too_many_attempts`, `invalid_input`
 * (`code`), `passkey_refused`.
 */
export async function verifyAnswer<T>(
	system: System,
	asked: Asked,
	act: (trx: DatabaseTransaction, factor: FactorKind) => Promise<T>,
): Promise<T> {
	const { memberId, answer } = asked;
	// Signatures cannot be guessed.
	if (answer.method !== "passkey") await countGuess(system.database, system.clock.now(), asked);
	try {
		return await system.database.transaction().execute(async (trx) => {
			if (answer.method === "passkey")
				await verifyPasskey(system, trx, { response: answer.response, memberId, isAsked: asked.isAsked(trx) });
			else if (answer.method === "totp") await verifyTotp(system, trx, { memberId, code: answer.code });
			else await spendRecoveryCode(system, trx, { memberId, code: answer.code });
			await forgiveGuess(trx, asked);
			return act(trx, answer.method);
		});
	} catch (error) {
		if (error instanceof AppError && (error.code === "passkey_refused" || error.fields?.code === "wrong_code"))
			await recordRefusal(system, memberId, answer.method);
		throw error;
	}
}

/** Audits a wrong answer: it may be a guess at an unattended screen, or an answer with a copied key. */
async function recordRefusal({ database, clock }: System, memberId: string, method: FactorKind): Promise<void> {
	const entry = { at: clock.now(), memberId, action: "member.factor_refused", details: { method } };
	await database
		.transaction()
		.execute((trx) => recordAudit(trx, { ...entry, subjectKind: "member", subjectId: memberId }));
}

/** Uses up a code of the app. Throws `invalid_input` (`code`: wrong_code). */
async function verifyTotp(
	{ config, clock }: Pick<SystemContext, "config" | "clock">,
	trx: DatabaseTransaction,
	{ memberId, code }: { memberId: string; code: string },
): Promise<void> {
	const row = await trx
		.selectFrom("totp")
		.selectAll()
		.where("member_id", "=", memberId)
		.where("confirmed_at", "is not", null)
		.forUpdate()
		.executeTakeFirst();
	const secret = row && openSecret(config, memberId, row.secret);
	const now = clock.now();
	const lastStep = row?.last_step == null ? null : Number(row.last_step);
	const step = secret ? stepOfCode(secret, code, { now, lastStep }) : null;
	if (!row || !secret || step === null) throw wrongCode();
	await actAs(trx, "own_factor", memberId);
	await trx
		.updateTable("totp")
		// Seals again with the newest session password, so that an older one can be removed once everybody has used their code.
		.set({ secret: sealSecret(config, memberId, secret), last_step: step, last_used_at: now })
		.where("member_id", "=", memberId)
		.execute();
}

/** Throws `invalid_input` (`code`: wrong_code), also for a used code. */
async function spendRecoveryCode(
	{ clock }: System,
	trx: DatabaseTransaction,
	{ memberId, code }: { memberId: string; code: string },
): Promise<void> {
	const at = clock.now();
	const used = await trx
		.updateTable("recovery_code")
		.set({ used_at: at })
		.where("member_id", "=", memberId)
		.where("code_hash", "=", hashRecoveryCode(memberId, code))
		.where("used_at", "is", null)
		.returning("code_hash")
		.executeTakeFirst();
	if (!used) throw wrongCode();
	await recordAccountEvent(trx, { at, memberId, kind: "recovery_code_used" });
}

export function wrongCode(): AppError {
	return new AppError("invalid_input", "the code is wrong or was already used", { fields: { code: "wrong_code" } });
}

interface Guesser {
	memberId: string;
	/** Names the source whose guesses are counted and delayed together: a session, a known browser, or everybody else for this member. */
	guesser: string;
}

/** Counts a failure before the answer is checked, so that parallel guesses cannot evade the delay. Throws `too_many_attempts`. */
export async function countGuess(database: Database, now: Date, guesser: Guesser): Promise<void> {
	const attempt = attemptOf(guesser);
	await database.transaction().execute(async (trx) => {
		await sql`select pg_advisory_xact_lock(hashtextextended(${attempt.browser}, 0))`.execute(trx);
		await requireNoDelay(trx, now, attempt);
		await countFailure(trx, now, attempt);
	});
}

export function forgiveGuess(trx: DatabaseTransaction, guesser: Guesser): Promise<void> {
	return forgiveFailures(trx, attemptOf(guesser));
}

function attemptOf({ memberId, guesser }: Guesser): Attempt {
	return { email: codesOf(memberId), address: "", browser: `second factor:${guesser}` };
}
