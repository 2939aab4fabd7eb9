import { sendingDecisionSchema } from "#lib/contracts/configuration.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { resumeSending } from "#server/payments/stop/resume-sending.ts";
import { stopSendingNow } from "#server/payments/stop/stop-sending-now.ts";

export const POST = handle({ action: "sending.stop", body: sendingDecisionSchema }, async ({ context, body }) =>
	body.decision === "stop"
		? Response.json(await stopSendingNow(context, body))
		: changeAnswer((await resumeSending(context, body)) ?? { stopped: false }),
);
