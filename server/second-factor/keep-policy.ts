import type { SecondFactorRules } from "#lib/contracts/second-factor.ts";
import type { ChangeStep } from "#server/change-requests/ask/change-step.ts";
import { POLICY_SETTING } from "#server/second-factor/read-policy.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The row, its entry in the record and its notice. False: it was so already, and nothing was written. */
export async function keepSecondFactorPolicy(
	trx: DatabaseTransaction,
	before: SecondFactorRules,
	rules: SecondFactorRules,
	{ at, by, confirmedBy }: ChangeStep,
): Promise<boolean> {
	if (before.policy === rules.policy && before.passwordless === rules.passwordless) return false;
	const row = { value: JSON.stringify(rules), changed_at: at, changed_by: by };
	await trx
		.insertInto("setting")
		.values({ name: POLICY_SETTING, ...row })
		.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
		.execute();
	const details = { from: before.policy, to: rules.policy, passwordless: rules.passwordless ? "yes" : "no" };
	await recordAudit(trx, {
		...{ at, memberId: by, action: "setting.second_factor_changed" },
		...{ subjectKind: "setting", subjectId: POLICY_SETTING },
		details: { ...details, ...(confirmedBy ? { confirmedBy } : {}) },
	});
	await tellChange(trx, { topic: "settings", id: POLICY_SETTING });
	return true;
}
