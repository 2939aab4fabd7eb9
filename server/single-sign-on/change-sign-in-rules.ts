import { sql } from "kysely";
import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { SignInRules, SignInRulesChange } from "#lib/contracts/sign-in-rules.ts";
import { endSessionRows } from "#server/access/end-session.ts";
import { keptPasswordRules, PASSWORD_SIGN_IN } from "#server/access/password-sign-in.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { keepSetting } from "#server/guarded-changes/record-change.ts";
import {
	emergencyCandidates,
	isThroughProvider,
	readSignInRules,
	stateOf,
} from "#server/single-sign-on/read-sign-in-rules.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** `emergency`: name of the emergency admin, whom the confirming admin sees. */
const stateSchema = z.object({
	allowed: z.boolean(),
	emergencyMemberId: z.string().nullable(),
	emergency: z.string().nullable(),
});

export const passwordSignIn: GuardedChange<z.infer<typeof stateSchema>> = {
	kind: "password_sign_in",
	schema: stateSchema,
	async read(trx, { after }) {
		if (after.emergencyMemberId !== null) await requireAdmin(trx, after.emergencyMemberId);
		return stateOf(trx, await keptPasswordRules(trx));
	},
	async write(trx, { before, after: { allowed, emergency, emergencyMemberId } }, step, system) {
		// Ends the former emergency admin's sessions. Switching passwords off ends other members' sessions not begun at the provider.
		const { emergencyMemberId: former } = before;
		const where = former === null ? beganByPassword(emergencyMemberId) : sql<boolean>`member_id = ${former}`;
		if (former !== null || !allowed) await endSessionRows(trx, system, { by: step.by, where });
		const value = allowed ? { allowed } : { allowed, emergencyMemberId };
		const action = allowed ? "setting.password_sign_in_on" : "setting.password_sign_in_off";
		const details: Record<string, string> = emergency === null ? {} : { emergency };
		await keepSetting(trx, { name: PASSWORD_SIGN_IN, value, action, details }, step);
	},
};

function beganByPassword(exceptOf: string | null) {
	return sql<boolean>`member_id <> ${exceptOf}
		and not exists (select from provider_session where provider_session.session_key = session.key)`;
}

// The request checked that there is a password. The worker cannot read hashes, and nobody can remove a password that is not temporary.
async function requireAdmin(trx: DatabaseTransaction, id: string): Promise<void> {
	const row = await trx
		.selectFrom("member")
		.select("id")
		.where("id", "=", id)
		.where("role", "=", "admin")
		.where("disabled_at", "is", null)
		.where("password_temporary", "=", false)
		.executeTakeFirst();
	if (!row) throw noAdmin();
}

/**
 * Switches passwords off for all but one emergency admin. This takes effect at once, and only an admin signed in through the provider may
 * do it, which proves that the provider works. Switching passwords on or changing the emergency admin needs a second admin. Throws
 * `forbidden`, `single_sign_on_needed`, `invalid_input` (`emergencyMemberId`), `change_waits`.
 */
export async function changeSignInRules(
	context: Context,
	{ change: wanted, sessionKey }: { change: SignInRulesChange; sessionKey: string },
): Promise<SignInRules | Asked> {
	const asked = await proposeChange(context, passwordSignIn, async (trx) => {
		if (wanted.passwordSignIn) return { subject: PASSWORD_SIGN_IN, after: await stateOf(trx, { allowed: true }) };
		const { emergencyMemberId } = wanted;
		await requireWayIn(context, trx, emergencyMemberId, sessionKey);
		return { subject: PASSWORD_SIGN_IN, after: await stateOf(trx, { allowed: false, emergencyMemberId }) };
	});
	return asked ?? readSignInRules(context, { sessionKey });
}

async function requireWayIn(
	{ config }: Context,
	trx: DatabaseTransaction,
	emergencyMemberId: string,
	sessionKey: string,
): Promise<void> {
	if (config.singleSignOn === null || !(await isThroughProvider(trx, sessionKey)))
		throw new AppError(
			"single_sign_on_needed",
			"only a member signed in through the provider can switch passwords off",
		);
	const admin = await emergencyCandidates(trx).where("id", "=", emergencyMemberId).forShare().executeTakeFirst();
	if (!admin) throw noAdmin();
}

function noAdmin(): AppError {
	return new AppError("invalid_input", "no admin with a password", { fields: { emergencyMemberId: "invalid" } });
}
