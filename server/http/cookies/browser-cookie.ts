/** The cookie that identifies a browser after a sign-in. It grants no access. Pure. */
import { BROWSER_KNOWN_MS } from "#server/access/guard/known-browsers.ts";
import { cookieName, readCookie } from "#server/http/cookies/session-cookie.ts";

export function browserCookie(appOrigin: URL, token: string): string {
	const secure = appOrigin.protocol === "https:" ? "; Secure" : "";
	const maxAge = BROWSER_KNOWN_MS / 1_000;
	return `${nameOf(appOrigin)}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Reads the token from a `Cookie` header as the browser sent it; null for none. */
export function readBrowserCookie(appOrigin: URL, header: string | null): string | null {
	return readCookie(header, nameOf(appOrigin));
}

function nameOf(appOrigin: URL): string {
	return cookieName(appOrigin, "cauri_browser");
}
