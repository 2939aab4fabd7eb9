/** Texts of papers in the paper's language, which may differ from the reader's. */
import { createTranslator } from "use-intl/core";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import type en from "#lib/i18n/en.json";

/** `messages` come from the caller, because Next compiles them and plain Node does not. */
export function paperTexts(locale: Locale, messages: typeof en) {
	return createTranslator({ locale, messages });
}

export type PaperTexts = ReturnType<typeof paperTexts>;
