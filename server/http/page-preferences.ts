/** Language and theme of a page: the member's own, else the browser's cookie, else what the browser asks for. */
import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import {
	chooseLocale,
	LOCALE_COOKIE,
	type Locale,
	readTheme,
	THEME_COOKIE,
	type ThemeChoice,
} from "#lib/i18n/choose-locale.ts";
import { memberPreferences } from "#server/http/page-context.ts";
import { systemContext } from "#server/http/runtime.ts";

/** Once a request, by the session that the page reads anyway. */
export const pagePreferences = cache(async (): Promise<{ locale: Locale; theme: ThemeChoice }> => {
	const own = await memberPreferences();
	const jar = await cookies();
	const asked = (await headers()).get("accept-language");
	return {
		locale: own.locale ?? chooseLocale(jar.get(LOCALE_COOKIE)?.value, asked, systemContext().config.defaultLocale),
		theme: own.theme ?? readTheme(jar.get(THEME_COOKIE)?.value),
	};
});
