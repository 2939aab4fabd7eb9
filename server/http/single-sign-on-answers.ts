/** The two answers of a provider sign-in: a redirect that sets the login-state cookie, or the sign-in page with a reason. */

import { SingleSignOnFault } from "#lib/members/single-sign-on-fault.ts";
import { localPath } from "#lib/paths.ts";
import type { LiveSession } from "#server/access/read-session.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { browserCookie } from "#server/http/cookies/browser-cookie.ts";
import { preferenceCookies } from "#server/http/cookies/preference-cookies.ts";
import { readCookie, sessionCookie } from "#server/http/cookies/session-cookie.ts";

type CookieConfig = Pick<Config, "appOrigin">;

/** Reads the sealed login state that the browser returned, or null. */
export function readLoginStateCookie({ appOrigin }: CookieConfig, header: string | null): string | null {
	return readCookie(header, loginStateCookieName(appOrigin));
}

export function toProvider(
	{ appOrigin }: CookieConfig,
	{ address, seal, lastsMs }: { address: URL; seal: string; lastsMs: number },
): Response {
	return redirectTo(address.href, [loginStateCookie(appOrigin, seal, lastsMs / 1_000)]);
}

/** Ends the login state, so that it cannot be used again. */
export async function toDesk(
	config: Config,
	session: LiveSession & { browserToken: string },
	next: string,
): Promise<Response> {
	return redirectTo(new URL(localPath(next), config.appOrigin).href, [
		await sessionCookie(config, session.id),
		browserCookie(config.appOrigin, session.browserToken),
		...preferenceCookies(config.appOrigin, session.preferences),
		loginStateCookie(config.appOrigin, "", 0),
	]);
}

/** Runs; on a fault, redirects to the sign-in page with an error code and logs a line that names nobody. */
export async function orToSignIn(
	{ config, log }: Pick<SystemContext, "config" | "log">,
	next: string,
	work: () => Promise<Response>,
): Promise<Response> {
	try {
		return await work();
	} catch (error) {
		const isProviderFault = error instanceof SingleSignOnFault;
		if (isProviderFault)
			log.warn({ event: "single_sign_on.refused", code: error.code, providerCode: error.providerCode });
		else log.error({ event: "single_sign_on.failed", err: error });
		const address = new URL("/sign-in", config.appOrigin);
		address.searchParams.set("fault", isProviderFault ? error.code : "internal");
		if (next !== "/") address.searchParams.set("next", next);
		return redirectTo(address.href, [loginStateCookie(config.appOrigin, "", 0)]);
	}
}

function redirectTo(address: string, cookies: readonly string[]): Response {
	const headers = new Headers({ location: address });
	for (const cookie of cookies) headers.append("set-cookie", cookie);
	return new Response(null, { status: 303, headers });
}

function loginStateCookieName(appOrigin: URL): string {
	return appOrigin.protocol === "https:" ? "__Host-cauri-login-state" : "cauri-login-state";
}

/** Lax: the provider is another site, and its redirect must send the cookie back. */
function loginStateCookie(appOrigin: URL, value: string, maxAgeSeconds: number): string {
	const secure = appOrigin.protocol === "https:" ? "; Secure" : "";
	return `${loginStateCookieName(appOrigin)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
