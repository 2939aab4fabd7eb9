import { sendingDecisionSchema } from "#lib/contracts/configuration.ts";
import { handle } from "#server/http/route-handler.ts";
import { resumeSending } from "#server/payments/stop/resume-sending.ts";
import { stopSendingNow } from "#server/payments/stop/stop-sending-now.ts";

export const POST = handle({ action: "sending.stop", body: sendingDecisionSchema }, async (context, input) =>
	input.decision === "stop"
		? stopSendingNow(context, input)
		: ((await resumeSending(context, input)) ?? { stopped: false }),
);
