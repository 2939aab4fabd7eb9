/** CSRF: a request must come from our own pages; an unsafe one must say so. Pure. */
import { AppError } from "#server/errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

export function isUnsafe(method: string): boolean {
	return !SAFE.has(method.toUpperCase());
}

/** Where a server speaks for itself: a page of whatever site never does. Throws `foreign_origin`. */
export function demandNoBrowser({ headers }: Pick<Request, "headers">): void {
	if (headers.has("origin") || headers.has("sec-fetch-site"))
		throw new AppError("foreign_origin", "a browser speaks for a server");
}

/**
 * `Origin` of an unsafe request must be exactly ours; `Sec-Fetch-Site`, where the browser sends it, `same-origin`. A safe one may
 * also be typed by a person: no page of another site makes the desk write a file or ask the service. Throws `foreign_origin`.
 */
export function demandOwnOrigin(request: Pick<Request, "method" | "headers">, appOrigin: URL): void {
	const unsafe = isUnsafe(request.method);
	if (unsafe && request.headers.get("origin") !== appOrigin.origin)
		throw new AppError("foreign_origin", "Origin is not APP_ORIGIN");
	const site = request.headers.get("sec-fetch-site");
	const isOwn = site === null || site === "same-origin" || (site === "none" && !unsafe);
	if (!isOwn) throw new AppError("foreign_origin", "Sec-Fetch-Site is not same-origin");
}
