import { handle } from "#server/http/route-handler.ts";
import { askSecondStep } from "#server/second-factor/sign-in/second-step.ts";

export const POST = handle({ stages: ["factor"] }, (context, _, { session }) => askSecondStep(context, session));
