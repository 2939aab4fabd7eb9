/** Labels for files. The caller passes them in, because Next loads messages in another way than plain Node. */
import type { Locale } from "#lib/i18n/choose-locale.ts";
import type en from "#lib/i18n/en.json";

export type ExportLabels = typeof en;
export type LabelsIn = (locale: Locale) => ExportLabels;

export function labelOr(labels: object, key: string): string {
	const label: unknown = Object.hasOwn(labels, key) ? Reflect.get(labels, key) : undefined;
	return typeof label === "string" ? label : key;
}
