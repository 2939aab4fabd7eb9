import { mismatchAcknowledgementSchema } from "#lib/contracts/configuration.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { acknowledgeMismatch } from "#server/payments/stop/acknowledge-mismatch.ts";

export const POST = handle(
	{ action: "settings.manage", body: mismatchAcknowledgementSchema },
	async ({ context, body }) => changeAnswer(await acknowledgeMismatch(context, body)),
);
