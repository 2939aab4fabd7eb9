/** Answers after the session id was renewed: the same answer sets the new cookie. */
import type { Config } from "#server/config.ts";
import { sessionCookie } from "#server/http/cookies/session-cookie.ts";

export async function renewedResponse(config: Config, sessionId: string, body?: object): Promise<Response> {
	const headers = { "set-cookie": await sessionCookie(config, sessionId) };
	return body === undefined ? new Response(null, { status: 204, headers }) : Response.json(body, { headers });
}
