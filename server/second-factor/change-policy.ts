import type { Asked } from "#lib/contracts/change-request.ts";
import {
	type SecondFactorRules,
	type SecondFactorStatus,
	secondFactorRulesSchema,
} from "#lib/contracts/second-factor.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { keepSetting } from "#server/guarded-changes/keep-setting.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { POLICY_SETTING, readSecondFactorPolicy, readSecondFactorRules } from "#server/second-factor/read-policy.ts";

export const secondFactorPolicy: GuardedChange<SecondFactorRules> = {
	kind: "second_factor_policy",
	schema: secondFactorRulesSchema,
	read: readSecondFactorRules,
	async write(trx, { before, after }, step) {
		const details = { from: String(before.policy), to: after.policy, passwordless: after.passwordless ? "yes" : "no" };
		const action = "setting.second_factor_changed";
		await keepSetting(trx, { name: POLICY_SETTING, value: after, action, details }, step);
	},
};

/**
 * Applies to every session at its next request: members who now need a factor enrol one first. A stricter policy takes effect at
 * once, a weaker one after a second admin confirms. Throws forbidden, change_waits.
 */
export async function changeSecondFactorPolicy(
	context: Context,
	after: SecondFactorRules,
): Promise<SecondFactorStatus | Asked> {
	requirePermission(context, "settings.manage");
	const asked = await proposeChange(context, secondFactorPolicy, () => ({ subject: POLICY_SETTING, after }));
	return asked ?? readSecondFactorPolicy(context);
}
