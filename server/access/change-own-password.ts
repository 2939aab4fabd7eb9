import { sql } from "kysely";
import type { PasswordChange } from "#lib/contracts/account.ts";
import { endSessionsBut } from "#server/access/end-session.ts";
import {
	type Attempt,
	clearDelays,
	countFailure,
	forgiveFailures,
	ownAttempt,
	requireNoDelay,
} from "#server/access/guard/sign-in-delay.ts";
import { requireGoodPassword } from "#server/access/password/password-rules.ts";
import { hashPassword, inPasswordTurn } from "#server/access/password/passwords.ts";
import { memberHasFactor } from "#server/access/session/has-factor.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { notifyMember } from "#server/notices/notify-member.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface PasswordChangeInput extends PasswordChange {
	/** The current session's id, as in its cookie: it stays, all others of the member end. */
	sessionId: string;
}

/**
 * Delays guesses at the current password as at sign-in; needs a fresh second factor, unless the password is temporary. Throws
 * `step_up_needed`, `too_many_attempts` (seconds to wait), `invalid_input` (`current`: wrong_password; `password`: its fault).
 */
export async function changeOwnPassword(context: Context, input: PasswordChangeInput): Promise<void> {
	await requireFactor(context);
	const was = await requireOwnPassword(context, input.current);
	if (input.password === input.current)
		throw new AppError("invalid_input", "the new password is the current one", {
			fields: { password: "same_password" },
		});
	const { businessName } = context.config;
	await requireGoodPassword(input.password, { ...context.member, businessName });
	const passwordHash = await hashPassword(input.password);
	const { sessionId } = input;
	await context.database.transaction().execute((trx) => keepPassword(context, trx, { was, passwordHash, sessionId }));
}

async function requireFactor({ database, member, presence }: Context): Promise<void> {
	const own = database.selectFrom("member").select(["password_temporary", memberHasFactor.as("has_factor")]);
	const row = await own.where("id", "=", member.id).executeTakeFirst();
	if (row?.has_factor && !row.password_temporary) await presence.require(database, { purpose: "account" });
}

/** Checks one guess after another, so that parallel guesses cannot pass together. Returns the hash of the current password. */
async function requireOwnPassword(context: Context, current: string): Promise<string> {
	const { database, clock, member } = context;
	const attempt = ownAttempt(member);
	return inPasswordTurn({ lane: attempt.browser, first: true }, async (check) => {
		await requireNoDelay(database, clock.now(), attempt);
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
	// The database accepts a password that is not temporary only from the member, and reads the member here.
	await sql`select set_config('cauri.own_password', ${member.id}, true)`.execute(trx);
	// Replaces only the password that was typed: an admin may have reset it during the computation.
	const changed = await trx
		.updateTable("member")
		.set({ password_hash: passwordHash })
		.where("id", "=", member.id)
		.where("password_hash", "=", was)
		.where("disabled_at", "is", null)
		.returning("id")
		.executeTakeFirst();
	if (!changed) throw wrongPassword();
	await clearDelays(trx, member);
	await endSessionsBut(trx, clock.now(), { memberId: member.id, sessionId });
	await recordAudit(trx, { ...entryOf(member.id, "member.password_changed"), at: clock.now() });
	await notifyMember(trx, { at: clock.now(), memberId: member.id, kind: "password_changed" });
	await publishChange(trx, { topic: "members", id: member.id });
}

/** Recorded in the audit log, so that guessing at an open screen becomes visible. */
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
	return new AppError("invalid_input", "the current password is wrong", {
		fields: { current: "wrong_password" },
	});
}
