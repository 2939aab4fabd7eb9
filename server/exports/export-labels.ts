/** The screen's own words for files. The door hands them in: Next reads the messages in another way than plain Node does. */
import type { Locale } from "#lib/contracts/member.ts";
import type en from "#lib/i18n/en.json";

/** Only such are used as take no arguments. */
export type ExportLabels = typeof en;
export type LabelsIn = (locale: Locale) => ExportLabels;

/** The word of a key that may be none of ours: what has no word is told by its own name. */
export function labelOr(labels: object, key: string): string {
	const label: unknown = Object.hasOwn(labels, key) ? Reflect.get(labels, key) : undefined;
	return typeof label === "string" ? label : key;
}
