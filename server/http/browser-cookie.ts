/** The cookie by which a browser is known that somebody signed in with before. It opens nothing. Pure. */
import { BROWSER_KNOWN_MS } from "#server/access/guard/known-browsers.ts";
import { cookieName, readCookie } from "#server/http/session-cookie.ts";

/** The value of `Set-Cookie`. */
export function browserCookie(appOrigin: URL, token: string): string {
	const secure = appOrigin.protocol === "https:" ? "; Secure" : "";
	const maxAge = BROWSER_KNOWN_MS / 1_000;
	return `${nameOf(appOrigin)}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The token in a `Cookie` header, as the browser sent it; null for none. */
export function readBrowserCookie(appOrigin: URL, header: string | null): string | null {
	return readCookie(header, nameOf(appOrigin));
}

function nameOf(appOrigin: URL): string {
	return cookieName(appOrigin, "cauri_browser");
}
