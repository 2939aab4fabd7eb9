"use client";
/** For parts that come later: their files, and all texts of the language, so that the page needs none of them. */
import { NextIntlClientProvider, useLocale, useTimeZone } from "next-intl";
import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, use } from "react";
import type { Locale } from "#lib/i18n/choose-locale.ts";

/**
 * Draws `fallback` until the file is there. A file that never came would take the page away, with all that was typed on it.
 * `Around`: `AllTexts` for a part whose page has not all its texts.
 */
export function later<Props extends object>(
	load: () => Promise<{ default: ComponentType<Props> }>,
	Around: ComponentType<{ children: ReactNode }> = Fragment,
	fallback: ReactNode = null,
): ComponentType<Props> {
	const Part = lazy(() => untilThere(load)) as unknown as ComponentType<Props>;
	return (props) => (
		<Suspense fallback={fallback}>
			<Around>
				<Part {...props} />
			</Around>
		</Suspense>
	);
}

/** The bundler pauses within each try, so that they last half a minute; then the desk itself may have the file no more. */
export function untilThere<File>(load: () => Promise<File>, tries = 60): Promise<File> {
	return load().catch((error) => (tries ? untilThere(load, tries - 1) : Promise.reject(error)));
}

// Compiled like the pages' texts, so that no parser is loaded.
const TEXTS = { en: () => import("#lib/i18n/en.json"), fr: () => import("#lib/i18n/fr.json") };
const fetched = new Map<Locale, Promise<{ default: object }>>();

/** Suspends until the texts are loaded. */
export function AllTexts({ children }: { children: ReactNode }) {
	const locale = useLocale();
	const timeZone = useTimeZone() ?? "UTC";
	const messages: Promise<{ default: object }> = fetched.get(locale) ?? untilThere(TEXTS[locale]);
	fetched.set(locale, messages);
	return (
		<NextIntlClientProvider locale={locale} timeZone={timeZone} messages={use(messages).default}>
			{children}
		</NextIntlClientProvider>
	);
}
