import type { Asked } from "#lib/contracts/change-request.ts";
import { type SignInRules, type SignInRulesChange, signInRulesChangeSchema } from "#lib/contracts/sign-in-rules.ts";
import { loosens } from "#lib/loosening.ts";
import { demandStill } from "#server/access/demand-still.ts";
import { keptPasswordRules, PASSWORD_SIGN_IN, type PasswordRules } from "#server/access/password-sign-in.ts";
import { demand } from "#server/access/permissions.ts";
import { askForChange } from "#server/change-requests/ask/ask-for-change.ts";
import { voidChanges } from "#server/change-requests/ask/void-changes.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { emergencyCandidates } from "#server/single-sign-on/emergency-candidates.ts";
import { isThroughProvider } from "#server/single-sign-on/is-through-provider.ts";
import { keepPasswordRules } from "#server/single-sign-on/keep-password-rules.ts";
import { passwordRuleState } from "#server/single-sign-on/password-rule-state.ts";
import { readSignInRules } from "#server/single-sign-on/read-sign-in-rules.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Passwords off, but for one emergency admin: at once, by somebody who is in through the provider, so that it is known to work.
 * On again, or another emergency admin: by a second admin. Throws `forbidden`, `single_sign_on_needed`, `invalid_input`
 * (`emergencyMemberId`), `change_waits`.
 */
export async function changeSignInRules(
	context: Context,
	{ change, sessionKey }: { change: SignInRulesChange; sessionKey: string },
): Promise<SignInRules | Asked> {
	demand(context, "settings.manage");
	const wanted = signInRulesChangeSchema.parse(change);
	const after: PasswordRules = wanted.passwordSignIn
		? { allowed: true }
		: { allowed: false, emergencyMemberId: wanted.emergencyMemberId };
	const at = context.clock.now();
	const subject = { kind: "password_sign_in", subject: PASSWORD_SIGN_IN } as const;
	const asked = await context.database.transaction().execute(async (trx) => {
		await demandStill(context, trx, "settings.manage");
		if (!after.allowed) await demandWayIn(context, trx, after.emergencyMemberId, sessionKey);
		const before = await keptPasswordRules(trx);
		const [was, will] = [await passwordRuleState(trx, before), await passwordRuleState(trx, after)];
		if (loosens("password_sign_in", was, will))
			return askForChange(context, trx, { ...subject, before: was, after: will });
		if (await keepPasswordRules(trx, { before, after }, { at, by: context.member.id }))
			await voidChanges(trx, at, subject);
		return null;
	});
	return asked ?? readSignInRules(context, { sessionKey });
}

async function demandWayIn(
	{ config }: Context,
	trx: DatabaseTransaction,
	emergencyMemberId: string,
	sessionKey: string,
): Promise<void> {
	if (config.singleSignOn === null || !(await isThroughProvider(trx, sessionKey)))
		throw new AppError("single_sign_on_needed", "whoever switches passwords off is in through the provider");
	const admin = await emergencyCandidates(trx).where("id", "=", emergencyMemberId).forShare().executeTakeFirst();
	if (!admin)
		throw new AppError("invalid_input", "no admin with a password", { fields: { emergencyMemberId: "invalid" } });
}
