import { sql } from "kysely";
import type { Asked } from "#lib/contracts/change-request.ts";
import {
	type SecondFactorRules,
	type SecondFactorStatus,
	secondFactorRulesSchema,
} from "#lib/contracts/second-factor.ts";
import { readRules } from "#lib/members/second-factor-policy.ts";
import { may } from "#lib/roles.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { memberHasFactor } from "#server/access/session/has-factor.ts";
import type { Context } from "#server/context.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { guardedSetting } from "#server/guarded-changes/record-change.ts";
import type { Database } from "#server/store/database.ts";
import { selectSetting } from "#server/store/settings.ts";

const POLICY_SETTING = "second_factor";

export async function readSecondFactorRules(database: Database): Promise<SecondFactorRules> {
	return readRules((await selectSetting(database, POLICY_SETTING))?.value);
}

export async function readSecondFactorPolicy(context: Context): Promise<SecondFactorStatus> {
	requirePermission(context, "settings.read");
	const { database } = context;
	const without = await database
		.selectFrom("member")
		.select(["id", "name", "role"])
		.where("disabled_at", "is", null)
		.where(sql<boolean>`not ${memberHasFactor}`)
		.orderBy("name")
		.execute();
	return { ...(await readSecondFactorRules(database)), without };
}

/** Returns true for admins, who alone can change the policy, while it requires no second factor from anybody. */
export async function advisesSecondFactor({ database, member }: Context): Promise<boolean> {
	return may(member.role, "settings.manage") && (await readSecondFactorRules(database)).policy === "off";
}

export const secondFactorPolicy = guardedSetting(POLICY_SETTING, "setting.second_factor_changed", {
	kind: "second_factor_policy",
	schema: secondFactorRulesSchema,
	read: readSecondFactorRules,
});

/**
 * A stricter policy applies from each session's next request: members without a factor must then enrol one. A weaker policy applies after a
 * second admin confirms. Throws `forbidden`, `change_waits`.
 */
export async function changeSecondFactorPolicy(
	context: Context,
	after: SecondFactorRules,
): Promise<SecondFactorStatus | Asked> {
	const asked = await proposeChange(context, secondFactorPolicy, () => ({ subject: POLICY_SETTING, after }));
	return asked ?? readSecondFactorPolicy(context);
}
