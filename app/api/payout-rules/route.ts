import { handle } from "#server/http/handle.ts";
import { readPayoutRules } from "#server/settings/read-payout-rules.ts";

export const GET = handle({ action: "settings.read" }, readPayoutRules);
