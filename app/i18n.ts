import { getRequestConfig } from "next-intl/server";
// Imported without the attribute `json`, because next-intl compiles the messages at build time.
import en from "#lib/i18n/en.json";
import fr from "#lib/i18n/fr.json";
import { pagePreferences } from "#server/http/page-preferences.ts";
import { systemContext } from "#server/http/runtime.ts";

const MESSAGES = { en, fr };

export default getRequestConfig(async ({ locale: named }) => {
	const locale = named === "en" || named === "fr" ? named : (await pagePreferences()).locale;
	const { config, clock } = systemContext();
	return { locale, messages: MESSAGES[locale], timeZone: config.timeZone, now: clock.now() };
});
