import { secondFactorRulesSchema } from "#lib/contracts/second-factor.ts";
import type { ApplyChange } from "#server/change-requests/ask/change-step.ts";
import { keepSecondFactorPolicy } from "#server/second-factor/keep-policy.ts";
import { readSecondFactorRules } from "#server/second-factor/read-policy.ts";

/** The rules as they were asked for, if those of then still stand. */
export const applySecondFactorPolicy: ApplyChange = async (_system, trx, { before, after }, step) => {
	const now = await readSecondFactorRules(trx);
	if (now.policy !== before.policy || now.passwordless !== before.passwordless) return "void";
	return (await keepSecondFactorPolicy(trx, now, secondFactorRulesSchema.parse(after), step)) ? "done" : "void";
};
