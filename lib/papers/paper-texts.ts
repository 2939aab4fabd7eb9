/** Texts of papers in the paper's language, which may differ from the reader's. */
import { createTranslator } from "use-intl/core";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import type en from "#lib/i18n/en.json";

/** The caller gives `messages`, because Next loads them in compiled form and plain Node as JSON. */
export function paperTexts(locale: Locale, messages: typeof en) {
	return createTranslator({ locale, messages });
}

export type PaperTexts = ReturnType<typeof paperTexts>;
