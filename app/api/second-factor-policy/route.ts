import { secondFactorRulesSchema } from "#lib/contracts/second-factor.ts";
import { handle } from "#server/http/route-handler.ts";
import { changeSecondFactorPolicy, readSecondFactorPolicy } from "#server/second-factor/read-policy.ts";

export const GET = handle({ action: "settings.read" }, readSecondFactorPolicy);

export const PUT = handle({ action: "settings.manage", body: secondFactorRulesSchema }, changeSecondFactorPolicy);
