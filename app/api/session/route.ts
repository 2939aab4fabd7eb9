import { type SignIn, signInSchema } from "#lib/contracts/member.ts";
import { endSession } from "#server/access/end-session.ts";
import { signIn } from "#server/access/sign-in.ts";
import { sessionJson, signingIn } from "#server/http/answers/session-response.ts";
import { clearedSessionCookie } from "#server/http/cookies/session-cookie.ts";
import { handle } from "#server/http/route-handler.ts";
import { signOutAddress } from "#server/single-sign-on/sign-out-address.ts";

export const GET = handle({ countsAsActivity: false, beforePasswordChange: true }, (_context, _input, { session }) =>
	sessionJson(session),
);

export const POST = handle({ public: true, body: signInSchema }, signingIn<SignIn>(signIn));

// Public, so that a second sign-out, without a session, also succeeds.
export const DELETE = handle({ public: true }, async (context, _, { session }) => {
	// Makes the browser delete what it stored for the desk, except cookies: drafts, API responses, cached files.
	const headers = { "set-cookie": clearedSessionCookie(context.config), "clear-site-data": '"cache", "storage"' };
	if (!session.id) return new Response(null, { status: 204, headers });
	await endSession(context, { id: session.id });
	const leaveTo = await signOutAddress(context, session.id);
	return leaveTo === null ? new Response(null, { status: 204, headers }) : Response.json({ leaveTo }, { headers });
});
