import type { Session } from "#lib/contracts/member.ts";
import type { LiveSession } from "#server/access/read-session.ts";
import type { ArrivingBrowser, StartedSession } from "#server/access/session/start-session.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import type { PublicCall } from "#server/http/answer-request.ts";
import { preferenceCookies } from "#server/http/cookies/preference-cookies.ts";
import { sessionCookie } from "#server/http/cookies/session-cookie.ts";
import { browserCookie, type RequestingBrowser, requestingBrowser } from "#server/http/requesting-browser.ts";

type SignIn<Typed> = (
	system: SystemContext,
	input: Typed & RequestingBrowser & ArrivingBrowser,
) => Promise<StartedSession>;

/** Adapts a verb that signs in for `handle`: the answer is the session as JSON, with its cookies. */
export function signingIn<Typed>(signIn: SignIn<Typed>) {
	return async (context: SystemContext, typed: Typed, { session, request }: PublicCall): Promise<Response> => {
		const browser = { ...requestingBrowser(context.config, request), previousSessionId: session.id };
		const started = await signIn(context, { ...typed, ...browser });
		const headers = new Headers();
		for (const cookie of await signedInCookies(context.config, started)) headers.append("set-cookie", cookie);
		return Response.json(sessionJson(started), { headers });
	};
}

/** Includes language and theme, so that the sign-in page still has them after the session ends. */
export async function signedInCookies(
	config: Config,
	{ id, preferences, browserToken }: LiveSession & { browserToken?: string },
): Promise<string[]> {
	const own = [await sessionCookie(config, id), ...preferenceCookies(config.appOrigin, preferences)];
	return browserToken ? [...own, browserCookie(config.appOrigin, browserToken)] : own;
}

export async function renewedResponse(config: Config, sessionId: string, body?: object): Promise<Response> {
	const headers = { "set-cookie": await sessionCookie(config, sessionId) };
	return body === undefined ? new Response(null, { status: 204, headers }) : Response.json(body, { headers });
}

/** Returns the session as the browser may see it: never its id. */
export function sessionJson(session: LiveSession): Session {
	const { id, email, name, role } = session.member;
	const { passwordTemporary, stage } = session;
	return { member: { id, email, name, role }, passwordTemporary, expiresAt: session.expiresAt.toISOString(), stage };
}
