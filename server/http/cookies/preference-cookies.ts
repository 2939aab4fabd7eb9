/** Stores language and theme in the browser, so that they apply on the sign-in page too. Pure. */
import type { Preferences } from "#lib/contracts/member.ts";
import { cookieName, cookieText } from "#server/http/cookies/session-cookie.ts";

const ONE_YEAR_S = 365 * 24 * 3_600;

/** Builds values of `Set-Cookie`, HttpOnly because only the server reads these cookies. */
export function preferenceCookies(appOrigin: URL, preferences: Preferences): string[] {
	return Object.entries(preferences)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => cookieText(appOrigin, `cauri_${name}`, value, ONE_YEAR_S));
}

export function readPreferenceCookies(appOrigin: URL, read: (name: string) => string | undefined) {
	return { locale: read(cookieName(appOrigin, "cauri_locale")), theme: read(cookieName(appOrigin, "cauri_theme")) };
}
