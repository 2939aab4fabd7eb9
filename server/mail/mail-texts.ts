/** What mails say, in the language of whom they go to. The worker reads the files as they are; the web program has its own way. */
import { createTranslator } from "use-intl/core";
import type { Locale } from "#lib/contracts/member.ts";
import { formatLongMoment } from "#lib/dates.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };

const MESSAGES = { en, fr };

export function mailTexts(locale: Locale) {
	return createTranslator({ locale, messages: MESSAGES[locale] });
}

/** "22 November 2026 at 17:42 (Africa/Abidjan)": a mail is read anywhere, so the zone stands with it. */
export function mailMoment(at: Date, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
	return `${formatLongMoment(at, { locale, timeZone })} (${timeZone})`;
}
