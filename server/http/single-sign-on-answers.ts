/** The two answers on the way to the provider and back: a redirect with what the browser keeps, or the sign-in page with a reason. */
import { localPath } from "#lib/paths.ts";
import { SingleSignOnFault } from "#lib/single-sign-on-fault.ts";
import type { LiveSession } from "#server/access/read-session.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { browserCookie } from "#server/http/browser-cookie.ts";
import { preferenceCookies } from "#server/http/preference-cookies.ts";
import { readCookie, sessionCookie } from "#server/http/session-cookie.ts";

type CookieConfig = Pick<Config, "appOrigin">;

/** The seal that the browser brought back, or null. */
export function readErrandCookie({ appOrigin }: CookieConfig, header: string | null): string | null {
	return readCookie(header, errandCookieName(appOrigin));
}

export function toProvider(
	{ appOrigin }: CookieConfig,
	{ address, seal, lastsMs }: { address: URL; seal: string; lastsMs: number },
): Response {
	return redirectTo(address.href, [errandCookie(appOrigin, seal, lastsMs / 1_000)]);
}

/** The errand is done: it is never taken back again. */
export async function toDesk(
	config: Config,
	session: LiveSession & { browserToken: string },
	next: string,
): Promise<Response> {
	return redirectTo(new URL(localPath(next), config.appOrigin).href, [
		await sessionCookie(config, session.id),
		browserCookie(config.appOrigin, session.browserToken),
		...preferenceCookies(config.appOrigin, session.preferences),
		errandCookie(config.appOrigin, "", 0),
	]);
}

/** Runs; a fault becomes the sign-in page that says it in words, and a line in the log that names nobody. */
export async function orToSignIn(
	{ config, log }: Pick<SystemContext, "config" | "log">,
	next: string,
	work: () => Promise<Response>,
): Promise<Response> {
	try {
		return await work();
	} catch (error) {
		const isTold = error instanceof SingleSignOnFault;
		if (isTold) log.warn({ event: "single_sign_on.refused", code: error.code, providerCode: error.providerCode });
		else log.error({ event: "single_sign_on.failed", err: error });
		const address = new URL("/sign-in", config.appOrigin);
		address.searchParams.set("fault", isTold ? error.code : "internal");
		if (next !== "/") address.searchParams.set("next", next);
		return redirectTo(address.href, [errandCookie(config.appOrigin, "", 0)]);
	}
}

function redirectTo(address: string, cookies: readonly string[]): Response {
	const headers = new Headers({ location: address });
	for (const cookie of cookies) headers.append("set-cookie", cookie);
	return new Response(null, { status: 303, headers });
}

function errandCookieName(appOrigin: URL): string {
	return appOrigin.protocol === "https:" ? "__Host-cauri-errand" : "cauri-errand";
}

/** Lax: the provider is another site, and its redirect must bring it back. */
function errandCookie(appOrigin: URL, value: string, maxAgeSeconds: number): string {
	const secure = appOrigin.protocol === "https:" ? "; Secure" : "";
	return `${errandCookieName(appOrigin)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
