/** Language and theme of a page: the member's own, else the browser's cookie, else the browser's language header. */
import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { chooseLocale, type Locale, readTheme, type ThemeChoice } from "#lib/i18n/choose-locale.ts";
import { readPreferenceCookies } from "#server/http/cookies/preference-cookies.ts";
import { memberPreferences } from "#server/http/page-context.ts";
import { systemContext } from "#server/http/runtime.ts";

export const pagePreferences = cache(async (): Promise<{ locale: Locale; theme: ThemeChoice }> => {
	const own = await memberPreferences();
	const jar = await cookies();
	const asked = (await headers()).get("accept-language");
	// Configuration is read only after the request's headers: at build time there is neither a request nor a configuration.
	const { appOrigin, defaultLocale } = systemContext().config;
	const kept = readPreferenceCookies(appOrigin, (name) => jar.get(name)?.value);
	return {
		locale: own.locale ?? chooseLocale(kept.locale, asked, defaultLocale),
		theme: own.theme ?? readTheme(kept.theme),
	};
});
