/** The answer to every way of signing in: the new session, its cookie, and the member's preferences. */
import type { LiveSession } from "#server/access/read-session.ts";
import type { Config } from "#server/config.ts";
import { browserCookie } from "#server/http/cookies/browser-cookie.ts";
import { preferenceCookies } from "#server/http/cookies/preference-cookies.ts";
import { sessionCookie } from "#server/http/cookies/session-cookie.ts";
import { sessionJson } from "#server/http/session-json.ts";

export async function sessionResponse(
	config: Config,
	started: LiveSession & { browserToken?: string },
): Promise<Response> {
	const headers = new Headers({ "set-cookie": await sessionCookie(config, started.id) });
	// After the session ends, the sign-in page keeps the member's preferences.
	for (const cookie of preferenceCookies(config.appOrigin, started.preferences)) headers.append("set-cookie", cookie);
	const { browserToken } = started;
	if (browserToken) headers.append("set-cookie", browserCookie(config.appOrigin, browserToken));
	return Response.json(sessionJson(started), { headers });
}
