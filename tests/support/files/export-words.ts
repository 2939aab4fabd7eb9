/** The words of files as plain Node reads them. */
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import type { WordsIn } from "#server/exports/export-words.ts";

export const exportWords: WordsIn = (locale) => ({ en, fr })[locale];
