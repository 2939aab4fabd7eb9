import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { acknowledgeDoubt, acknowledgementSchema } from "#server/payments/stop/acknowledge-doubt.ts";

/** An admin asks to go on with a database that this desk did not know. */
export const POST = handle({ action: "settings.manage", body: acknowledgementSchema }, async ({ context, body }) =>
	changeAnswer(await acknowledgeDoubt(context, body)),
);
