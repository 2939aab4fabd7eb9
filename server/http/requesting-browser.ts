/** Reads the browser's data from a request, for every way of signing in. */
import type { Config } from "#server/config.ts";
import { clientAddress } from "#server/http/client-address.ts";
import { readBrowserCookie } from "#server/http/cookies/browser-cookie.ts";

export interface RequestingBrowser {
	address: string;
	userAgent: string | null;
	browserToken: string | null;
}

export function requestingBrowser(
	{ appOrigin, trustedProxies }: Pick<Config, "appOrigin" | "trustedProxies">,
	{ headers }: Request,
): RequestingBrowser {
	return {
		address: clientAddress(headers, trustedProxies),
		userAgent: headers.get("user-agent"),
		browserToken: readBrowserCookie(appOrigin, headers.get("cookie")),
	};
}
