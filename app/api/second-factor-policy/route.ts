import { secondFactorRulesSchema } from "#lib/contracts/second-factor.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { changeSecondFactorPolicy, readSecondFactorPolicy } from "#server/second-factor/read-policy.ts";

export const GET = handle({ action: "settings.read" }, ({ context }) => readSecondFactorPolicy(context));

export const PUT = handle({ action: "settings.manage", body: secondFactorRulesSchema }, async ({ context, body }) =>
	changeAnswer(await changeSecondFactorPolicy(context, body)),
);
