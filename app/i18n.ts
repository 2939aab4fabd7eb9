/** What next-intl asks for at every request: language, messages, time zone. */
import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { chooseLocale, LOCALE_COOKIE } from "#lib/i18n/choose-locale.ts";
// Without the attribute `json`: next-intl compiles the messages before they are read.
import en from "#lib/i18n/en.json";
import fr from "#lib/i18n/fr.json";
import { systemContext } from "#server/http/runtime.ts";

const MESSAGES = { en, fr };

export default getRequestConfig(async () => {
	const { config } = systemContext();
	const cookie = (await cookies()).get(LOCALE_COOKIE)?.value;
	const locale = chooseLocale(cookie, (await headers()).get("accept-language"), config.defaultLocale);
	return { locale, messages: MESSAGES[locale], timeZone: config.timeZone };
});
