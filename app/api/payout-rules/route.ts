import { handle } from "#server/http/route-handler.ts";
import { readPayoutRules } from "#server/settings/read-payout-rules.ts";

export const GET = handle({ action: "settings.read" }, readPayoutRules);
