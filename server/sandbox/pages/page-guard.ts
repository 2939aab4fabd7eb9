/** Protects every page and control of the sandbox: headers, loopback only. Sets the reader's language and theme. */
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { type Reader, readerOf } from "#server/sandbox/pages/layout.ts";

const POLICY = [
	"default-src 'none'",
	"style-src 'self'",
	"script-src 'self'",
	"font-src 'self'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join("; ");

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Rejects foreign host names (DNS rebinding) and forms from other sites. */
export const guardPages: MiddlewareHandler = async (context, next) => {
	const site = context.req.header("sec-fetch-site");
	const isSafe = context.req.method === "GET" || context.req.method === "HEAD";
	if (!LOOPBACK.test(context.req.header("host") ?? "")) return context.text("This host name is not served.", 403);
	if (!isSafe && site !== undefined && site !== "same-origin" && site !== "none")
		return context.text("Another site may not do this.", 403);
	await next();
	context.header("content-security-policy", POLICY);
	context.header("x-content-type-options", "nosniff");
	context.header("referrer-policy", "no-referrer");
	if (!context.res.headers.has("cache-control")) context.header("cache-control", "no-store");
};

const COOKIES = { lang: "sandbox_lang", theme: "sandbox_theme" } as const;

export function reader(context: Context): Reader {
	const { req } = context;
	for (const name of ["lang", "theme"] as const) {
		const chosen = req.query(name);
		if (chosen && /^(en|fr|light|dark)$/.test(chosen))
			setCookie(context, COOKIES[name], chosen, { path: "/", sameSite: "Lax", httpOnly: true });
	}
	return readerOf(
		{ query: (name) => req.query(name), header: (name) => req.header(name) },
		{ lang: getCookie(context, COOKIES.lang), theme: getCookie(context, COOKIES.theme) },
	);
}
