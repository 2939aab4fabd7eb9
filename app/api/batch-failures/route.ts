import { batchFailureRuleSchema } from "#lib/contracts/payout-rule.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { changeBatchFailures } from "#server/settings/change-batch-failures.ts";

export const PUT = handle({ action: "settings.manage", body: batchFailureRuleSchema }, async ({ context, body }) =>
	changeAnswer(await changeBatchFailures(context, body)),
);
