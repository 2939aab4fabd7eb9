import { finalFailureChangeSchema } from "#lib/contracts/service-record.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { changeFinalFailure } from "#server/settings/change-final-failure.ts";

export const PUT = handle({ action: "settings.manage", body: finalFailureChangeSchema }, async ({ context, body }) =>
	changeAnswer(await changeFinalFailure(context, body)),
);
