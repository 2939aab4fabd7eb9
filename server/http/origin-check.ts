/** CSRF: an unsafe request must say that it comes from our own pages. Pure. */
import { AppError } from "#server/errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

export function isUnsafe(method: string): boolean {
	return !SAFE.has(method.toUpperCase());
}

/** `Origin` must be exactly ours; `Sec-Fetch-Site`, where the browser sends it, `same-origin`. Throws `foreign_origin`. */
export function demandOwnOrigin(request: Pick<Request, "method" | "headers">, appOrigin: URL): void {
	if (!isUnsafe(request.method)) return;
	const origin = request.headers.get("origin");
	if (origin !== appOrigin.origin) throw new AppError("foreign_origin", "Origin is not APP_ORIGIN");
	const site = request.headers.get("sec-fetch-site");
	if (site !== null && site !== "same-origin")
		throw new AppError("foreign_origin", "Sec-Fetch-Site is not same-origin");
}
