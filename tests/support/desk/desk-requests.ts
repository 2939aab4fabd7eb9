/** Sends requests to the route handlers as a browser would, without Next. */
import type { SystemContext } from "#server/context.ts";
import { throughAccount } from "#tests/support/database/program-accounts.ts";

interface DeskRequest {
	method?: string;
	/** `Cookie`, as `name=value`. */
	cookie?: string | null;
	body?: unknown;
	params?: Record<string, string>;
	/** Overrides the headers of a browser. */
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

type Handler = (request: Request, route: { params: Promise<unknown> }) => Promise<Response> | Response;

/** Makes the route handlers of this process use the system. */
export function serveWith(system: SystemContext): void {
	const database = throughAccount(system.database, "web");
	Object.assign(globalThis, { [Symbol.for("cauri.system")]: { ...system, database } });
}

export async function ask(handler: Handler, path: string, options: DeskRequest = {}): Promise<Response> {
	const { method = "GET", cookie, body, params = {}, signal } = options;
	const headers = new Headers({ origin: "http://localhost:3000", "sec-fetch-site": "same-origin", ...options.headers });
	if (cookie) headers.set("cookie", cookie);
	if (body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
	const request = new Request(new URL(path, "http://localhost:3000"), {
		method,
		headers,
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		...(signal ? { signal } : {}),
	});
	return handler(request, { params: Promise.resolve(params) });
}

/** Returns the `name=value` of `Set-Cookie`, to send back. */
export function cookieOf(response: Response): string {
	return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}
