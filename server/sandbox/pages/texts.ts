import { englishTexts, type Texts } from "#server/sandbox/pages/texts-en.ts";
import { frenchTexts } from "#server/sandbox/pages/texts-fr.ts";

export type Locale = "en" | "fr";

export const TEXTS: Record<Locale, Texts> = { en: englishTexts, fr: frenchTexts };

export function fill(text: string, values: Record<string, string | number>): string {
	return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Chooses the language of `?lang=`, else the first of the browser's languages that the sandbox has, else English. */
export function chooseLocale(lang: string | undefined, acceptLanguage: string | undefined): Locale {
	if (lang === "fr" || lang === "en") return lang;
	const first = /\b(fr|en)\b/i.exec(acceptLanguage ?? "");
	return first?.[1]?.toLowerCase() === "fr" ? "fr" : "en";
}
