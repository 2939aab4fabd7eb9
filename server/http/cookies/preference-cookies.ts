/** Stores language and theme in the browser, so that they apply on the sign-in page too. Pure. */
import type { Preferences } from "#lib/contracts/member.ts";
import { cookieName } from "#server/http/cookies/session-cookie.ts";

const ONE_YEAR_S = 365 * 24 * 3_600;

/** Values of `Set-Cookie`. HttpOnly, because only the server reads them. */
export function preferenceCookies(appOrigin: URL, preferences: Preferences): string[] {
	const secure = appOrigin.protocol === "https:" ? "; Secure" : "";
	return Object.entries(preferences)
		.filter(([, value]) => value !== undefined)
		.map(
			([name, value]) =>
				`${nameOf(appOrigin, name)}=${value}; Path=/; Max-Age=${ONE_YEAR_S}; HttpOnly; SameSite=Lax${secure}`,
		);
}

/** Reads the preferences; `read` returns a cookie by its name. */
export function readPreferenceCookies(appOrigin: URL, read: (name: string) => string | undefined) {
	return { locale: read(nameOf(appOrigin, "locale")), theme: read(nameOf(appOrigin, "theme")) };
}

function nameOf(appOrigin: URL, preference: string): string {
	return cookieName(appOrigin, `cauri_${preference}`);
}
