"use client";
/** Texts for windows that open later: all texts of the language load with the window, so that the page needs none of them. */
import { NextIntlClientProvider, useLocale, useTimeZone } from "next-intl";
import { type ReactNode, use } from "react";
import type { Locale } from "#lib/i18n/choose-locale.ts";

// Compiled like the pages' texts, so that no parser is loaded.
const TEXTS = { en: () => import("#lib/i18n/en.json"), fr: () => import("#lib/i18n/fr.json") };
const fetched = new Map<Locale, Promise<{ default: object }>>();

/** Suspends until the texts are loaded. */
export function AllTexts({ children }: { children: ReactNode }) {
	const locale = useLocale() as Locale;
	const timeZone = useTimeZone() ?? "UTC";
	const messages: Promise<{ default: object }> = fetched.get(locale) ?? TEXTS[locale]();
	fetched.set(locale, messages);
	return (
		<NextIntlClientProvider locale={locale} timeZone={timeZone} messages={use(messages).default}>
			{children}
		</NextIntlClientProvider>
	);
}
