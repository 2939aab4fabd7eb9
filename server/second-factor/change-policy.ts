import {
	type SecondFactorRules,
	type SecondFactorStanding,
	secondFactorRulesSchema,
} from "#lib/contracts/second-factor.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { POLICY_SETTING, readSecondFactorPolicy, readSecondFactorRules } from "#server/second-factor/read-policy.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";

/** Counts for every session at its next request: whoever has none and must, sets one up before anything else. */
export async function changeSecondFactorPolicy(
	context: Context,
	input: SecondFactorRules,
): Promise<SecondFactorStanding> {
	demand(context, "settings.manage");
	const rules = secondFactorRulesSchema.parse(input);
	const at = context.clock.now();
	await context.database.transaction().execute(async (trx) => {
		const before = await readSecondFactorRules(trx);
		if (before.policy === rules.policy && before.passwordless === rules.passwordless) return;
		const row = { value: JSON.stringify(rules), changed_at: at, changed_by: context.member.id };
		await trx
			.insertInto("setting")
			.values({ name: POLICY_SETTING, ...row })
			.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
			.execute();
		await recordAudit(trx, {
			at,
			memberId: context.member.id,
			action: "setting.second_factor_changed",
			subjectKind: "setting",
			subjectId: POLICY_SETTING,
			details: { from: before.policy, to: rules.policy, passwordless: rules.passwordless ? "yes" : "no" },
		});
		await tellChange(trx, { topic: "settings", id: POLICY_SETTING });
	});
	return readSecondFactorPolicy(context);
}
