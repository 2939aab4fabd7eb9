import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Reader } from "#server/sandbox/pages/layout.ts";
import { chooseLocale, TEXTS } from "#server/sandbox/pages/texts.ts";

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

/** Refuses host names other than this machine's (DNS rebinding), and forms that other sites send. */
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

/** Reads language and theme from `?lang=` and `?theme=`, and stores them in cookies; else reads those cookies. */
export function reader(context: Context): Reader {
	const chosen = (name: "lang" | "theme") => {
		const asked = context.req.query(name);
		const cookie = `sandbox_${name}`;
		if (asked && /^(en|fr|light|dark)$/.test(asked))
			setCookie(context, cookie, asked, { path: "/", sameSite: "Lax", httpOnly: true });
		return asked ?? getCookie(context, cookie);
	};
	const locale = chooseLocale(chosen("lang"), context.req.header("accept-language"));
	const theme = chosen("theme");
	return { locale, texts: TEXTS[locale], theme: theme === "dark" || theme === "light" ? theme : null };
}
