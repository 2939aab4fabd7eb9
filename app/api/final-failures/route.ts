import { finalFailureChangeSchema } from "#lib/contracts/service-record.ts";
import { handle } from "#server/http/route-handler.ts";
import { changeFinalFailure } from "#server/settings/change-final-failure.ts";

export const PUT = handle({ action: "settings.manage", body: finalFailureChangeSchema }, changeFinalFailure);
