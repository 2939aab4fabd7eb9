import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import type { LabelsIn } from "#server/exports/export-labels.ts";

export const exportLabels: LabelsIn = (locale) => ({ en, fr })[locale];
