import { batchFailureRuleSchema } from "#lib/contracts/payout-rule.ts";
import { handle } from "#server/http/route-handler.ts";
import { changeBatchFailures } from "#server/settings/change-batch-failures.ts";

export const PUT = handle({ action: "settings.manage", body: batchFailureRuleSchema }, changeBatchFailures);
