import { passkeySignInSchema } from "#lib/contracts/second-factor.ts";
import { sessionResponse } from "#server/http/answers/session-response.ts";
import { handle } from "#server/http/handle.ts";
import { requestingBrowser } from "#server/http/requesting-browser.ts";
import { signInByPasskey } from "#server/second-factor/sign-in/passkey-sign-in.ts";

export const POST = handle({ public: true, body: passkeySignInSchema }, async ({ context, body, session, request }) => {
	const from = requestingBrowser(context.config, request);
	const started = await signInByPasskey(context, { ...body, ...from, previousSessionId: session.id });
	return sessionResponse(context.config, started);
});
