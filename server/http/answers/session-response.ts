/** The answer to every way of signing in: the new session, its cookie, and what its member once chose. */
import type { LiveSession } from "#server/access/read-session.ts";
import type { Config } from "#server/config.ts";
import { browserCookie } from "#server/http/browser-cookie.ts";
import { preferenceCookies } from "#server/http/preference-cookies.ts";
import { sessionCookie } from "#server/http/session-cookie.ts";
import { sessionJson } from "#server/http/session-json.ts";

/** `browserToken`: by which the browser is known from now on. */
export async function sessionResponse(
	config: Config,
	started: LiveSession & { browserToken?: string },
): Promise<Response> {
	const headers = new Headers({ "set-cookie": await sessionCookie(config, started.id) });
	// Where the session ends, the sign-in looks as its member left it.
	for (const cookie of preferenceCookies(config.appOrigin, started.preferences)) headers.append("set-cookie", cookie);
	const { browserToken } = started;
	if (browserToken) headers.append("set-cookie", browserCookie(config.appOrigin, browserToken));
	return Response.json(sessionJson(started), { headers });
}
