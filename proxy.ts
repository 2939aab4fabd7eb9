/** Sets headers on every answer and a nonce for every page. Access is not decided here: pages and routes check it. */
import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { PATH_HEADER } from "#server/http/headers/internal-headers.ts";
import { securityHeaders } from "#server/http/headers/security-headers.ts";

export function proxy(request: NextRequest): NextResponse {
	const answers = securityHeaders({
		nonce: randomBytes(16).toString("base64"),
		https: process.env.APP_ORIGIN?.startsWith("https:") ?? false,
		development: process.env.NODE_ENV === "development",
	});
	const headers = new Headers(request.headers);
	// Next reads the nonce for its own scripts from the policy of the request.
	headers.set("content-security-policy", answers["content-security-policy"] ?? "");
	headers.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
	headers.delete("x-middleware-subrequest");
	const response = NextResponse.next({ request: { headers } });
	for (const [name, value] of Object.entries(answers)) response.headers.set(name, value);
	// A header set here replaces the route's own. API routes set `cache-control` themselves: see setCommonHeaders().
	if (!request.nextUrl.pathname.startsWith("/api/")) response.headers.set("cache-control", "private, no-store");
	return response;
}

// Hashed assets have their own headers, and so have routes with long bodies (LONG_BODIES): Next would cut a long body here.
export const config = {
	matcher:
		"/((?!_next/static/|api/batches$|api/batches/table$|api/batches/[^/]+/decision$|api/recipients/import$|api/wallet-gaps$).*)",
};
