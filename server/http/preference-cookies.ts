/** Language and theme as the browser keeps them, so that they hold on the sign-in page too. Pure. */
import type { Preferences } from "#lib/contracts/member.ts";

const ONE_YEAR_S = 365 * 24 * 3_600;

/** Values of `Set-Cookie`. Not HttpOnly would serve nobody: only the server reads them. */
export function preferenceCookies(appOrigin: URL, preferences: Preferences): string[] {
	const secure = appOrigin.protocol === "https:" ? "; Secure" : "";
	return Object.entries(preferences)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `cauri_${name}=${value}; Path=/; Max-Age=${ONE_YEAR_S}; HttpOnly; SameSite=Lax${secure}`);
}
