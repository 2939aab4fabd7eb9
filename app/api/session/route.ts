import { signInSchema } from "#lib/contracts/member.ts";
import { endSession } from "#server/access/end-session.ts";
import { signIn } from "#server/access/sign-in.ts";
import { sessionJson, sessionResponse } from "#server/http/answers/session-response.ts";
import { clearedSessionCookie } from "#server/http/cookies/session-cookie.ts";
import { handle } from "#server/http/handle.ts";
import { requestingBrowser } from "#server/http/requesting-browser.ts";
import { signOutAddress } from "#server/single-sign-on/sign-out-address.ts";

export const GET = handle({ countsAsActivity: false, beforePasswordChange: true }, ({ session }) =>
	sessionJson(session),
);

export const POST = handle({ public: true, body: signInSchema }, async ({ context, body, session, request }) => {
	const from = requestingBrowser(context.config, request);
	const started = await signIn(context, { ...body, ...from, previousSessionId: session.id });
	return sessionResponse(context.config, started);
});

// Public, so that a second sign-out, without a session, also succeeds.
export const DELETE = handle({ public: true }, async ({ context, session }) => {
	// Makes the browser delete what it stored for the desk, except cookies: drafts, API responses, cached files.
	const headers = { "set-cookie": clearedSessionCookie(context.config), "clear-site-data": '"cache", "storage"' };
	if (!session.id) return new Response(null, { status: 204, headers });
	await endSession(context, { id: session.id });
	const leaveTo = await signOutAddress(context, session.id);
	return leaveTo === null ? new Response(null, { status: 204, headers }) : Response.json({ leaveTo }, { headers });
});
