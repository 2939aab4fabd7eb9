import { stepUpProofSchema } from "#lib/contracts/second-factor.ts";
import { renewedResponse } from "#server/http/answers/session-response.ts";
import { handle } from "#server/http/route-handler.ts";
import { giveStepUp } from "#server/second-factor/step-up/give-step-up.ts";

export const POST = handle({ stages: ["enrolment"], body: stepUpProofSchema }, async (context, proof, { session }) =>
	renewedResponse(context.config, await giveStepUp(context, { ...proof, sessionKey: session.key })),
);
