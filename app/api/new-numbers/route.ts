import { newNumberRuleSchema } from "#lib/contracts/payout-rule.ts";
import { handle } from "#server/http/route-handler.ts";
import { changeNewNumbers } from "#server/settings/change-new-numbers.ts";

export const PUT = handle({ action: "settings.manage", body: newNumberRuleSchema }, changeNewNumbers);
