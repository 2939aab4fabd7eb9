import { BROWSER_KNOWN_MS } from "#server/access/guard/known-browsers.ts";
import type { Config } from "#server/config.ts";
import { clientAddress } from "#server/http/client-address.ts";
import { cookieName, cookieText, readCookie } from "#server/http/cookies/session-cookie.ts";

export interface RequestingBrowser {
	address: string;
	userAgent: string | null;
	browserToken: string | null;
}

const BROWSER = "cauri_browser";

export function requestingBrowser(
	{ appOrigin, trustedProxies }: Pick<Config, "appOrigin" | "trustedProxies">,
	{ headers }: Request,
): RequestingBrowser {
	return {
		address: clientAddress(headers, trustedProxies),
		userAgent: headers.get("user-agent"),
		browserToken: readCookie(headers.get("cookie"), cookieName(appOrigin, BROWSER)),
	};
}

/** Marks a browser in which a member has signed in. The cookie gives no access. */
export function browserCookie(appOrigin: URL, token: string): string {
	return cookieText(appOrigin, BROWSER, token, BROWSER_KNOWN_MS / 1_000);
}
