import { requestingBrowser } from "#server/http/requesting-browser.ts";
import { handle } from "#server/http/route-handler.ts";
import { orToSignIn, readLoginStateCookie, toDesk } from "#server/http/single-sign-on-answers.ts";
import { finishSignIn } from "#server/single-sign-on/finish-sign-in.ts";
import { openLoginState } from "#server/single-sign-on/login-state.ts";

export const GET = handle({ public: true, fromProvider: true }, async (context, _, { session, request }) => {
	const { headers } = request;
	const { userAgent, browserToken } = requestingBrowser(context.config, request);
	const loginState = await openLoginState(context.config, readLoginStateCookie(context.config, headers.get("cookie")));
	const next = loginState?.next ?? "/";
	const browser = { userAgent, browserToken, previousSessionId: session.id };
	return orToSignIn(context, next, async () => {
		const started = await finishSignIn(context, { loginState, search: new URL(request.url).search, ...browser });
		return toDesk(context.config, started, next);
	});
});
