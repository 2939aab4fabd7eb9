/** What files say, in either language. Without the attribute `json`, as in i18n.ts. */
import type { Locale } from "#lib/contracts/member.ts";
import en from "#lib/i18n/en.json";
import fr from "#lib/i18n/fr.json";
import type { ExportWords } from "#server/exports/export-words.ts";

const WORDS: Record<Locale, ExportWords> = { en, fr };

export function exportWords(locale: Locale): ExportWords {
	return WORDS[locale];
}
