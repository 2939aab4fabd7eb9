import { keptFeeRuleSchema } from "#lib/contracts/reconciliation.ts";
import { handle } from "#server/http/route-handler.ts";
import { keepFeeRule } from "#server/reconciliation/keep-fee-rule.ts";

export const PUT = handle({ action: "settings.manage", body: keptFeeRuleSchema }, keepFeeRule);
