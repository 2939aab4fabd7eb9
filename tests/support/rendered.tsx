/** Renders a part of a page as markup or as text, in a language. */
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime.js";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };

/** A missing text fails the test. */
export function rendered(part: ReactNode, locale: "en" | "fr" = "en"): string {
	const onError = (error: Error) => {
		throw error;
	};
	return renderToStaticMarkup(
		// Links need a router when they are rendered, and use it only when they are followed.
		<AppRouterContext value={{} as never}>
			<NextIntlClientProvider {...{ locale, onError }} messages={{ en, fr }[locale]} timeZone="Africa/Abidjan">
				{part}
			</NextIntlClientProvider>
		</AppRouterContext>,
	);
}

/** `between` replaces tags. Spaces become plain ones. */
export function textOf(part: ReactNode, locale: "en" | "fr" = "en", between = ""): string {
	const text = rendered(part, locale).replaceAll(/(?:<[^>]+>)+/g, between);
	return text.replaceAll(/[\s\u00a0\u202f]+/g, " ").trim();
}
