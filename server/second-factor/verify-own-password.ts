/** For who has no second factor: the password once more, its guesses slowed down like those at a change of it. */
import { countFailure, demandNoDelay, forgiveFailures, ownAttempt } from "#server/access/guard/sign-in-delay.ts";
import { inPasswordTurn } from "#server/access/password/passwords.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** One guess after another, as at a change of the password. Throws `too_many_attempts`, `invalid_input` (`password`: wrong_password). */
export async function verifyOwnPassword<T>(
	{ database, clock, member }: Context,
	password: string,
	act: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
	const attempt = ownAttempt(member);
	await inPasswordTurn({ lane: attempt.browser, first: true }, async (check) => {
		await demandNoDelay(database, clock.now(), attempt);
		const own = database.selectFrom("member").select("password_hash").where("id", "=", member.id);
		const row = await own.executeTakeFirst();
		if (row && (await check(row.password_hash, password))) return;
		await database.transaction().execute(async (trx) => {
			await countFailure(trx, clock.now(), attempt);
			const subject = { subjectKind: "member", subjectId: member.id } as const;
			const entry = { at: clock.now(), memberId: member.id, action: "member.factor_refused", ...subject };
			await recordAudit(trx, { ...entry, details: { method: "password" } });
		});
		throw new AppError("invalid_input", "another password", { fields: { password: "wrong_password" } });
	});
	return database.transaction().execute(async (trx) => {
		await forgiveFailures(trx, attempt);
		return act(trx);
	});
}
