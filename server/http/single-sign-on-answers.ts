/** Redirects of a sign-in through the provider: to the provider, to the desk, or to the sign-in page with the failure's code. */

import { SingleSignOnFault } from "#lib/members/single-sign-on-fault.ts";
import { localPath } from "#lib/paths.ts";
import type { LiveSession } from "#server/access/read-session.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { signedInCookies } from "#server/http/answers/session-response.ts";
import { cookieName, cookieText, readCookie } from "#server/http/cookies/session-cookie.ts";

type CookieConfig = Pick<Config, "appOrigin">;
const LOGIN_STATE = "cauri-login-state";

export function readLoginStateCookie({ appOrigin }: CookieConfig, header: string | null): string | null {
	return readCookie(header, cookieName(appOrigin, LOGIN_STATE));
}

export function toProvider(
	{ appOrigin }: CookieConfig,
	{ address, seal, lastsMs }: { address: URL; seal: string; lastsMs: number },
): Response {
	return redirectTo(address.href, [loginStateCookie(appOrigin, seal, lastsMs / 1_000)]);
}

/** Redirects into the desk with the cookies of the new session, and clears the login-state cookie. */
export async function toDesk(
	config: Config,
	session: LiveSession & { browserToken: string },
	next: string,
): Promise<Response> {
	return redirectTo(new URL(localPath(next), config.appOrigin).href, [
		...(await signedInCookies(config, session)),
		loginStateCookie(config.appOrigin, "", 0),
	]);
}

/** Runs `work`. When it throws, redirects to the sign-in page with an error code, and logs a line without names. */
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
		// An expired answer leaves the login state alone: it may be another tab's, whose sign-in is under way.
		const isExpired = isProviderFault && error.code === "expired";
		return redirectTo(address.href, isExpired ? [] : [loginStateCookie(config.appOrigin, "", 0)]);
	}
}

function redirectTo(address: string, cookies: readonly string[]): Response {
	const headers = new Headers({ location: address });
	for (const cookie of cookies) headers.append("set-cookie", cookie);
	return new Response(null, { status: 303, headers });
}

function loginStateCookie(appOrigin: URL, value: string, maxAgeSeconds: number): string {
	return cookieText(appOrigin, LOGIN_STATE, value, maxAgeSeconds);
}
