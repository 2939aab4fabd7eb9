import { countFailure, forgiveFailures, ownAttempt, requireNoDelay } from "#server/access/guard/sign-in-delay.ts";
import { inPasswordTurn } from "#server/access/password/passwords.ts";
import { NO_PASSWORD, readLocalSignIn } from "#server/access/password-sign-in.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordAudit } from "#server/store/audit-log.ts";

/** Returns false when the member cannot sign in with a password; a step-up then asks for no password either. */
export async function hasOwnPassword(
	system: Pick<SystemContext, "database" | "config">,
	memberId: string,
): Promise<boolean> {
	const own = system.database.selectFrom("member").select("password_hash").where("id", "=", memberId);
	const row = await own.executeTakeFirst();
	if (row === undefined || row.password_hash === NO_PASSWORD) return false;
	return ["always", "emergency"].includes(await readLocalSignIn(system, memberId));
}

interface Refusal {
	field: "current" | "password";
	action: "member.password_refused" | "member.factor_refused";
	details?: Record<string, string>;
}

/**
 * Checks the member's own password, and audits a wrong one. Guesses are checked one at a time, so that parallel ones cannot evade the
 * delay. Returns the password's hash. Throws `too_many_attempts`, `invalid_input` (`field`: wrong_password).
 */
export async function requireOwnPassword(
	{ database, clock, member }: Context,
	password: string,
	{ field, ...refusal }: Refusal,
): Promise<string> {
	const attempt = ownAttempt(member);
	return inPasswordTurn({ lane: attempt.browser, first: true }, async (check) => {
		await requireNoDelay(database, clock.now(), attempt);
		const own = database.selectFrom("member").select("password_hash").where("id", "=", member.id);
		const row = await own.executeTakeFirst();
		const isRight = row !== undefined && (await check(row.password_hash, password));
		await database.transaction().execute(async (trx) => {
			if (isRight) return forgiveFailures(trx, attempt);
			await countFailure(trx, clock.now(), attempt);
			const subject = { subjectKind: "member", subjectId: member.id } as const;
			await recordAudit(trx, { at: clock.now(), memberId: member.id, ...refusal, ...subject });
		});
		if (!isRight) throw wrongPassword(field);
		return row.password_hash;
	});
}

export function wrongPassword(field: Refusal["field"]): AppError {
	return new AppError("invalid_input", "the password is wrong", { fields: { [field]: "wrong_password" } });
}
