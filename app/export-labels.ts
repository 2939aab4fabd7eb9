/** The labels of exported files. Imported without the attribute `json`, because next-intl compiles the messages at build time. */
import type { Locale } from "#lib/i18n/choose-locale.ts";
import en from "#lib/i18n/en.json";
import fr from "#lib/i18n/fr.json";
import type { ExportLabels } from "#server/exports/export-labels.ts";

const LABELS: Record<Locale, ExportLabels> = { en, fr };

export function exportLabels(locale: Locale): ExportLabels {
	return LABELS[locale];
}
