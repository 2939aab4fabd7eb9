/** An answer after which the session has another id: the browser gets it with the answer itself. */
import type { Config } from "#server/config.ts";
import { sessionCookie } from "#server/http/session-cookie.ts";

export async function renewedResponse(config: Config, sessionId: string, body?: object): Promise<Response> {
	const headers = { "set-cookie": await sessionCookie(config, sessionId) };
	return body === undefined ? new Response(null, { status: 204, headers }) : Response.json(body, { headers });
}
