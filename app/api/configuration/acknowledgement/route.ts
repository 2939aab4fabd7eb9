import { doubtAcknowledgementSchema } from "#lib/contracts/configuration.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { acknowledgeDoubt } from "#server/payments/stop/acknowledge-doubt.ts";

/** An admin asks to go on with a database that this desk did not know. */
export const POST = handle({ action: "settings.manage", body: doubtAcknowledgementSchema }, async ({ context, body }) =>
	changeAnswer(await acknowledgeDoubt(context, body)),
);
