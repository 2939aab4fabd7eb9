"use client";
import { NextIntlClientProvider, useLocale, useTimeZone } from "next-intl";
import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, use } from "react";
import type { Locale } from "#lib/i18n/choose-locale.ts";

/**
 * Loads a component on demand and shows `fallback` meanwhile. Retries: a failed import would show an error page and lose typed text.
 * `Around`: `AllTexts` for a component with texts that its page does not load.
 */
export function loadOnDemand<Props extends object>(
	load: () => Promise<{ default: ComponentType<Props> }>,
	Around: ComponentType<{ children: ReactNode }> = Fragment,
	fallback: ReactNode = null,
): ComponentType<Props> {
	const Part = lazyWithRetries(load) as unknown as ComponentType<Props>;
	return (props) => (
		<Suspense fallback={fallback}>
			<Around>
				<Part {...props} />
			</Around>
		</Suspense>
	);
}

/** React's `lazy`, for a component with a `Suspense` of its own. */
export const lazyWithRetries: typeof lazy = (load) => lazy(() => loadWithRetries(load));

/** Tries for about half a minute: the bundler pauses within each try. After that, a new version may have removed the file. */
export function loadWithRetries<File>(load: () => Promise<File>, tries = 60): Promise<File> {
	return load().catch((error) => (tries ? loadWithRetries(load, tries - 1) : Promise.reject(error)));
}

// The build compiles these texts like those of pages, so that the browser loads no parser for them.
const TEXTS = { en: () => import("#lib/i18n/en.json"), fr: () => import("#lib/i18n/fr.json") };
const fetched = new Map<Locale, Promise<{ default: object }>>();

/** Gives its children all texts, and suspends until they are loaded. */
export function AllTexts({ children }: { children: ReactNode }) {
	const locale = useLocale();
	const timeZone = useTimeZone() ?? "UTC";
	const messages: Promise<{ default: object }> = fetched.get(locale) ?? loadWithRetries(TEXTS[locale]);
	fetched.set(locale, messages);
	return (
		<NextIntlClientProvider locale={locale} timeZone={timeZone} messages={use(messages).default}>
			{children}
		</NextIntlClientProvider>
	);
}
