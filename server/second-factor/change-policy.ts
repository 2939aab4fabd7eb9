import type { Asked } from "#lib/contracts/change-request.ts";
import {
	type SecondFactorRules,
	type SecondFactorStatus,
	secondFactorRulesSchema,
} from "#lib/contracts/second-factor.ts";
import { loosens } from "#lib/loosening.ts";
import { demandStill } from "#server/access/demand-still.ts";
import { demand } from "#server/access/permissions.ts";
import { askForChange } from "#server/change-requests/ask/ask-for-change.ts";
import { voidChanges } from "#server/change-requests/ask/void-changes.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { keepSecondFactorPolicy } from "#server/second-factor/keep-policy.ts";
import { POLICY_SETTING, readSecondFactorPolicy, readSecondFactorRules } from "#server/second-factor/read-policy.ts";

/**
 * Counts for every session at its next request: whoever has none and must, sets one up before anything else. More people or more
 * steps at once, fewer by a second admin. Throws forbidden, change_waits.
 */
export async function changeSecondFactorPolicy(
	context: Context,
	input: SecondFactorRules,
): Promise<SecondFactorStatus | Asked> {
	demand(context, "settings.manage");
	const after = parseInput(secondFactorRulesSchema, input);
	const at = context.clock.now();
	const subject = { kind: "second_factor_policy", subject: POLICY_SETTING } as const;
	const asked = await context.database.transaction().execute(async (trx) => {
		await demandStill(context, trx, "settings.manage");
		const before = await readSecondFactorRules(trx);
		if (loosens("second_factor_policy", before, after))
			return askForChange(context, trx, { ...subject, before: { ...before }, after });
		if (await keepSecondFactorPolicy(trx, before, after, { at, by: context.member.id }))
			await voidChanges(trx, at, subject);
		return null;
	});
	return asked ?? readSecondFactorPolicy(context);
}
