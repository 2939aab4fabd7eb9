/** Verifies an answer with any of the member's factors; counts guesses first. */
import type { FactorAnswer, FactorKind } from "#lib/contracts/second-factor.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { countGuess, forgiveGuess, type Guesser } from "#server/second-factor/count-guess.ts";
import { spendRecoveryCode, verifyTotp } from "#server/second-factor/verify-code.ts";
import { verifyPasskey } from "#server/second-factor/verify-passkey.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type System = Pick<SystemContext, "config" | "clock" | "database">;

export interface Asked extends Guesser {
	answer: FactorAnswer;
	/** For a passkey: checks that the signed challenge is the requested one. */
	isAsked: (trx: DatabaseTransaction) => (challenge: string) => boolean | Promise<boolean>;
}

/**
 * Runs `act` in the transaction that spends the answer: both happen or neither. Throws `too_many_attempts`, `invalid_input`
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

/** Recorded in the audit log, to reveal guesses at an open screen or an answer with a copied key. */
async function recordRefusal({ database, clock }: System, memberId: string, method: FactorKind): Promise<void> {
	const entry = { at: clock.now(), memberId, action: "member.factor_refused", details: { method } };
	await database
		.transaction()
		.execute((trx) => recordAudit(trx, { ...entry, subjectKind: "member", subjectId: memberId }));
}
