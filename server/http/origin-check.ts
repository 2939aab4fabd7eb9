/** CSRF protection: a request must come from our own pages, and a request that changes something must prove it by its `Origin`. */
import { AppError } from "#server/errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

export function isUnsafe(method: string): boolean {
	return !SAFE.has(method.toUpperCase());
}

/** Refuses every request with a header that browsers add, for routes that only servers call. Throws `foreign_origin`. */
export function requireNoBrowser({ headers }: Pick<Request, "headers">): void {
	if (headers.has("origin") || headers.has("sec-fetch-site"))
		throw new AppError("foreign_origin", "a browser called a route for servers");
}

/**
 * An unsafe request needs exactly our `Origin`, and `same-origin` as `Sec-Fetch-Site` if the browser sends it. A safe one may also come
 * from the address bar (`none`), but not from another site. Throws `foreign_origin`.
 */
export function requireOwnOrigin(request: Pick<Request, "method" | "headers">, appOrigin: URL): void {
	const unsafe = isUnsafe(request.method);
	if (unsafe && request.headers.get("origin") !== appOrigin.origin)
		throw new AppError("foreign_origin", "Origin is not APP_ORIGIN");
	const site = request.headers.get("sec-fetch-site");
	const isOwn = site === null || site === "same-origin" || (site === "none" && !unsafe);
	if (!isOwn) throw new AppError("foreign_origin", "Sec-Fetch-Site is not same-origin");
}
