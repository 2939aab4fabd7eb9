import type { PasswordChange } from "#lib/contracts/account.ts";
import { endSessionsBut } from "#server/access/end-session.ts";
import { demandGoodPassword } from "#server/access/password-rules.ts";
import { hashPassword, verifyPassword } from "#server/access/passwords.ts";
import { type Attempt, countAttempt, forgiveAttempt } from "#server/access/sign-in-delay.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface PasswordChangeInput extends PasswordChange {
	/** Of the session that asks, as in its cookie: it stays, all others of the member end. */
	sessionId: string;
	/** Of the browser, as far as it can be known. */
	address: string;
}

/**
 * Guesses at the current password count with those at the sign-in: an open screen is no way around the delay.
 * Throws `too_many_attempts` (with the seconds to wait) and `invalid_input` (`current`: wrong_password; `password`: its fault).
 */
export async function changeOwnPassword(context: Context, input: PasswordChangeInput): Promise<void> {
	const { database, clock, member } = context;
	const attempt: Attempt = { email: member.email.toLowerCase(), address: input.address };
	await countAttempt(database, clock.now(), attempt);
	const row = await database
		.selectFrom("member")
		.select("password_hash")
		.where("id", "=", member.id)
		.executeTakeFirst();
	if (!row || !(await verifyPassword(row.password_hash, input.current))) throw await refusal(context);
	await database.transaction().execute((trx) => forgiveAttempt(trx, clock.now(), attempt));
	if (input.password === input.current)
		throw new AppError("invalid_input", "the same password", { fields: { password: "same_password" } });
	demandGoodPassword(input.password, member);
	const passwordHash = await hashPassword(input.password);
	await database
		.transaction()
		.execute((trx) => keepPassword(context, trx, { was: row.password_hash, passwordHash, sessionId: input.sessionId }));
}

async function keepPassword(
	{ clock, member }: Context,
	trx: DatabaseTransaction,
	{ was, passwordHash, sessionId }: { was: string; passwordHash: string; sessionId: string },
): Promise<void> {
	// Only in the place of the one that was typed: an admin may have reset it while we were computing.
	const changed = await trx
		.updateTable("member")
		.set({ password_hash: passwordHash })
		.where("id", "=", member.id)
		.where("password_hash", "=", was)
		.where("disabled_at", "is", null)
		.returning("id")
		.executeTakeFirst();
	if (!changed) throw wrongPassword();
	await endSessionsBut(trx, clock.now(), { memberId: member.id, sessionId });
	await recordAudit(trx, { ...factOf(member.id, "member.password_changed"), at: clock.now() });
	await tellChange(trx, { topic: "members", id: member.id });
}

/** In the record: who sits at an open screen and guesses is seen there. */
async function refusal({ database, clock, member }: Context): Promise<AppError> {
	const fact = { ...factOf(member.id, "member.password_refused"), at: clock.now() };
	await database.transaction().execute((trx) => recordAudit(trx, fact));
	return wrongPassword();
}

function factOf(memberId: string, action: string) {
	return { memberId, action, subjectKind: "member", subjectId: memberId } as const;
}

function wrongPassword(): AppError {
	return new AppError("invalid_input", "the current password is another one", {
		fields: { current: "wrong_password" },
	});
}
