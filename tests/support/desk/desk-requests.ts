/** Requests to the route handlers themselves, as a browser at the desk would send them, without Next around them. */
import type { SystemContext } from "#server/context.ts";

interface DeskRequest {
	method?: string;
	/** `Cookie`, as `name=value`. */
	cookie?: string | null;
	body?: unknown;
	params?: Record<string, string>;
	/** Over the ones a browser sends. */
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

type Handler = (request: Request, route: { params: Promise<unknown> }) => Promise<Response> | Response;

/** The route handlers of this process use this system from now on. */
export function serveWith(system: SystemContext): void {
	Object.assign(globalThis, { [Symbol.for("cauri.system")]: system });
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

/** The `name=value` of a `Set-Cookie` answer, to be sent back. */
export function cookieOf(response: Response): string {
	return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}
