/** Texts of mails in the recipient's language. The worker loads the message files itself; Next's build refuses this file in a route. */
import { createTranslator } from "use-intl/core";
import { formatLongMoment } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };

const MESSAGES = { en, fr };

export function mailTexts(locale: Locale) {
	return createTranslator({ locale, messages: MESSAGES[locale] });
}

/** Returns a time such as "22 November 2026 at 17:42 (Africa/Abidjan)", with the time zone, because mail may be read anywhere. */
export function mailMoment(at: Date, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
	return `${formatLongMoment(at, { locale, timeZone })} (${timeZone})`;
}
