import { handle } from "#server/http/handle.ts";
import { requestingBrowser } from "#server/http/requesting-browser.ts";
import { orToSignIn, readErrandCookie, toDesk } from "#server/http/single-sign-on-answers.ts";
import { openErrand } from "#server/single-sign-on/errand.ts";
import { finishSignIn } from "#server/single-sign-on/finish-sign-in.ts";

export const GET = handle({ public: true, fromProvider: true }, async ({ context, session, request }) => {
	const { headers } = request;
	const { userAgent, browserToken } = requestingBrowser(context.config, request);
	const errand = await openErrand(context.config, readErrandCookie(context.config, headers.get("cookie")));
	const next = errand?.next ?? "/";
	const browser = { userAgent, browserToken, previousSessionId: session.id };
	return orToSignIn(context, next, async () => {
		const started = await finishSignIn(context, { errand, search: new URL(request.url).search, ...browser });
		return toDesk(context.config, started, next);
	});
});
