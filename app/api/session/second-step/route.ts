import { factorAnswerSchema } from "#lib/contracts/second-factor.ts";
import { renewedResponse, sessionJson } from "#server/http/answers/session-response.ts";
import { requestingBrowser } from "#server/http/requesting-browser.ts";
import { handle } from "#server/http/route-handler.ts";
import { passSecondStep } from "#server/second-factor/sign-in/second-step.ts";

export const POST = handle(
	{ stages: ["factor"], body: factorAnswerSchema },
	async (context, answer, { session, request }) => {
		const { browserToken } = requestingBrowser(context.config, request);
		const passed = await passSecondStep(context, session, { answer, browserToken });
		return renewedResponse(context.config, passed.id, sessionJson(passed));
	},
);
