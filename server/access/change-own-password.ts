import { sql } from "kysely";
import type { PasswordChange } from "#lib/contracts/account.ts";
import { endSessionsBut } from "#server/access/end-session.ts";
import {
	type Attempt,
	clearDelays,
	countFailure,
	demandNoDelay,
	forgiveFailures,
	ownAttempt,
} from "#server/access/guard/sign-in-delay.ts";
import { demandGoodPassword } from "#server/access/password/password-rules.ts";
import { hashPassword, inPasswordTurn } from "#server/access/password/passwords.ts";
import { memberHasFactor } from "#server/access/session/has-factor.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { tellMember } from "#server/notices/tell-member.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface PasswordChangeInput extends PasswordChange {
	/** Of the session that asks, as in its cookie: it stays, all others of the member end. */
	sessionId: string;
}

/**
 * Guesses at the current password slow down like those at the sign-in: an open screen is no way around the delay.
 * Who has a second factor has just proved it, too; who changes a temporary password has nothing else open. Throws
 * `step_up_needed`, `too_many_attempts` (with the seconds to wait) and `invalid_input` (`current`: wrong_password; `password`: its fault).
 */
export async function changeOwnPassword(context: Context, input: PasswordChangeInput): Promise<void> {
	await demandFactor(context);
	const was = await demandOwnPassword(context, input.current);
	if (input.password === input.current)
		throw new AppError("invalid_input", "the same password", { fields: { password: "same_password" } });
	const { businessName } = context.config;
	await demandGoodPassword(input.password, { ...context.member, businessName });
	const passwordHash = await hashPassword(input.password);
	const { sessionId } = input;
	await context.database.transaction().execute((trx) => keepPassword(context, trx, { was, passwordHash, sessionId }));
}

async function demandFactor({ database, member, presence }: Context): Promise<void> {
	const own = database.selectFrom("member").select(["password_temporary", memberHasFactor.as("has_factor")]);
	const row = await own.where("id", "=", member.id).executeTakeFirst();
	if (row?.has_factor && !row.password_temporary) await presence.demand(database, { purpose: "account" });
}

/** One guess after another: many at once cannot slip through together. Returns the hash of the password that was typed. */
async function demandOwnPassword(context: Context, current: string): Promise<string> {
	const { database, clock, member } = context;
	const attempt = ownAttempt(member);
	return inPasswordTurn({ lane: attempt.browser, first: true }, async (check) => {
		await demandNoDelay(database, clock.now(), attempt);
		const own = database.selectFrom("member").select("password_hash").where("id", "=", member.id);
		const row = await own.executeTakeFirst();
		if (!row || !(await check(row.password_hash, current))) throw await refusal(context, attempt);
		await database.transaction().execute((trx) => forgiveFailures(trx, attempt));
		return row.password_hash;
	});
}

async function keepPassword(
	{ clock, member }: Context,
	trx: DatabaseTransaction,
	{ was, passwordHash, sessionId }: { was: string; passwordHash: string; sessionId: string },
): Promise<void> {
	// The database takes another password than a temporary one from the member alone: it is told whose own this is.
	await sql`select set_config('cauri.own_password', ${member.id}, true)`.execute(trx);
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
	await clearDelays(trx, member.email);
	await endSessionsBut(trx, clock.now(), { memberId: member.id, sessionId });
	await recordAudit(trx, { ...entryOf(member.id, "member.password_changed"), at: clock.now() });
	await tellMember(trx, { at: clock.now(), memberId: member.id, kind: "password_changed" });
	await tellChange(trx, { topic: "members", id: member.id });
}

/** In the record: who sits at an open screen and guesses is seen there. */
async function refusal({ database, clock, member }: Context, attempt: Attempt): Promise<AppError> {
	const entry = { ...entryOf(member.id, "member.password_refused"), at: clock.now() };
	await database.transaction().execute(async (trx) => {
		await countFailure(trx, clock.now(), attempt);
		await recordAudit(trx, entry);
	});
	return wrongPassword();
}

function entryOf(memberId: string, action: string) {
	return { memberId, action, subjectKind: "member", subjectId: memberId } as const;
}

function wrongPassword(): AppError {
	return new AppError("invalid_input", "the current password is another one", {
		fields: { current: "wrong_password" },
	});
}
