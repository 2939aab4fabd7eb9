import type { Session } from "#lib/contracts/member.ts";
import type { LiveSession } from "#server/access/read-session.ts";
import type { Config } from "#server/config.ts";
import { preferenceCookies } from "#server/http/cookies/preference-cookies.ts";
import { sessionCookie } from "#server/http/cookies/session-cookie.ts";
import { browserCookie } from "#server/http/requesting-browser.ts";

/** Answers a sign-in that a script requested, with the session as JSON. The redirect back from the provider only sets cookies. */
export async function sessionResponse(
	config: Config,
	started: LiveSession & { browserToken?: string },
): Promise<Response> {
	const headers = new Headers();
	for (const cookie of await signedInCookies(config, started)) headers.append("set-cookie", cookie);
	return Response.json(sessionJson(started), { headers });
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
