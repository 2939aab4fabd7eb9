import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/route-handler.ts";
import { resetSecondFactor } from "#server/second-factor/enrol/reset-second-factor.ts";

export const DELETE = handle({ action: "member.manage", params: idPathSchema }, resetSecondFactor);
