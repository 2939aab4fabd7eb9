/** One answer to "is it you?", whatever the member has; guesses are counted first. */
import type { FactorAnswer, FactorKind } from "#lib/contracts/second-factor.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { countGuess, forgiveGuess } from "#server/second-factor/count-guess.ts";
import { spendRecoveryCode, verifyTotp } from "#server/second-factor/verify-code.ts";
import { verifyPasskey } from "#server/second-factor/verify-passkey.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type System = Pick<SystemContext, "config" | "clock" | "database">;

export interface Asked {
	memberId: string;
	answer: FactorAnswer;
	/** Of a passkey: whether the challenge that was signed is the one asked for. */
	isAsked: (trx: DatabaseTransaction) => (challenge: string) => boolean | Promise<boolean>;
}

/**
 * Runs `act` in the transaction that spends the answer: what it was given for is done, or the answer is not spent.
 * Throws `too_many_attempts`, `invalid_input` (`code`), `passkey_refused`.
 */
export async function verifyAnswer<T>(
	system: System,
	asked: Asked,
	act: (trx: DatabaseTransaction, factor: FactorKind) => Promise<T>,
): Promise<T> {
	const { memberId, answer } = asked;
	await countGuess(system.database, system.clock.now(), memberId);
	try {
		return await system.database.transaction().execute(async (trx) => {
			if (answer.method === "passkey")
				await verifyPasskey(system, trx, { response: answer.response, memberId, isAsked: asked.isAsked(trx) });
			else if (answer.method === "totp") await verifyTotp(system, trx, { memberId, code: answer.code });
			else await spendRecoveryCode(system, trx, { memberId, code: answer.code });
			await forgiveGuess(trx, memberId);
			return act(trx, answer.method);
		});
	} catch (error) {
		if (error instanceof AppError && (error.code === "passkey_refused" || error.fields?.code === "wrong_code"))
			await recordRefusal(system, memberId, answer.method);
		throw error;
	}
}

/** In the record: who guesses at an open screen, or answers with a copied key, is seen there. */
async function recordRefusal({ database, clock }: System, memberId: string, method: FactorKind): Promise<void> {
	const entry = { at: clock.now(), memberId, action: "member.factor_refused", details: { method } };
	await database
		.transaction()
		.execute((trx) => recordAudit(trx, { ...entry, subjectKind: "member", subjectId: memberId }));
}
