import type { PasswordChange } from "#lib/contracts/account.ts";
import { endSessionsBut } from "#server/access/end-session.ts";
import { requireOwnPassword, wrongPassword } from "#server/access/has-own-password.ts";
import { requireGoodPassword } from "#server/access/password/password-rules.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import { memberHasFactor } from "#server/access/session/has-factor.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordAccountEvent } from "#server/notices/notify-member.ts";
import { actAs, type DatabaseTransaction } from "#server/store/database.ts";

export interface PasswordChangeInput extends PasswordChange {
	/** Id of the current session, as in its cookie. This session stays; all other sessions of the member end. */
	sessionId: string;
}

/**
 * Delays guesses at the current password, as sign-in does. A member with a second factor needs a fresh step-up or sign-in, unless the
 * password is temporary. Throws `step_up_needed`, `too_many_attempts` (seconds to wait), `invalid_input` (`current`: wrong_password;
 * `password`: its fault).
 */
export async function changeOwnPassword(context: Context, input: PasswordChangeInput): Promise<void> {
	await requireFactor(context);
	const refused = { field: "current", action: "member.password_refused" } as const;
	const was = await requireOwnPassword(context, input.current, refused);
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
	if (row?.has_factor && !row.password_temporary) await presence.requireFresh(database, "account");
}

async function keepPassword(
	context: Context,
	trx: DatabaseTransaction,
	{ was, passwordHash, sessionId }: { was: string; passwordHash: string; sessionId: string },
): Promise<void> {
	const { clock, member } = context;
	// The database accepts a password that is not temporary only from the member. `actAs` tells the database who acts.
	await actAs(trx, "own_password", member.id);
	// Replaces only the password that was checked: an admin may have reset it while the new hash was computed.
	await trx
		.updateTable("member")
		.set({ password_hash: passwordHash })
		.where("id", "=", member.id)
		.where("password_hash", "=", was)
		.where("disabled_at", "is", null)
		.returning("id")
		.executeTakeFirstOrThrow(() => wrongPassword("current"));
	await endSessionsBut(trx, context, { memberId: member.id, sessionId });
	await recordAccountEvent(trx, { at: clock.now(), memberId: member.id, kind: "password_changed" });
}
