/** CSRF protection: a request must come from our own pages; an unsafe one must prove it. Pure. */
import { AppError } from "#server/errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

export function isUnsafe(method: string): boolean {
	return !SAFE.has(method.toUpperCase());
}

/** For server-to-server requests, which no page of any site can send. Throws `foreign_origin`. */
export function requireNoBrowser({ headers }: Pick<Request, "headers">): void {
	if (headers.has("origin") || headers.has("sec-fetch-site"))
		throw new AppError("foreign_origin", "a browser called a route for servers");
}

/**
 * `Origin` of an unsafe request must be exactly ours; `Sec-Fetch-Site`, when sent, `same-origin`. A safe request may also be
 * typed by a person, but no other site can trigger a file or a service call. Throws `foreign_origin`.
 */
export function requireOwnOrigin(request: Pick<Request, "method" | "headers">, appOrigin: URL): void {
	const unsafe = isUnsafe(request.method);
	if (unsafe && request.headers.get("origin") !== appOrigin.origin)
		throw new AppError("foreign_origin", "Origin is not APP_ORIGIN");
	const site = request.headers.get("sec-fetch-site");
	const isOwn = site === null || site === "same-origin" || (site === "none" && !unsafe);
	if (!isOwn) throw new AppError("foreign_origin", "Sec-Fetch-Site is not same-origin");
}
