import { newNumberRuleSchema } from "#lib/contracts/payout-rule.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { changeNewNumbers } from "#server/settings/change-new-numbers.ts";

export const PUT = handle({ action: "settings.manage", body: newNumberRuleSchema }, async ({ context, body }) =>
	changeAnswer(await changeNewNumbers(context, body)),
);
