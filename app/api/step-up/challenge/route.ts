import { stepUpNeedSchema } from "#lib/contracts/second-factor.ts";
import { handle } from "#server/http/route-handler.ts";
import { beginStepUp } from "#server/second-factor/step-up/begin-step-up.ts";

export const POST = handle({ stages: ["enrolment"], body: stepUpNeedSchema }, (context, need, { session }) =>
	beginStepUp(context, { sessionKey: session.key, stage: session.stage, need }),
);
