/** The screen's own words for files. The door hands them in: Next reads the messages in another way than plain Node does. */
import type { Locale } from "#lib/contracts/member.ts";
import type en from "#lib/i18n/en.json";

/** Only such are used as take no arguments. */
export type ExportWords = typeof en;
export type WordsIn = (locale: Locale) => ExportWords;

/** The word of a key that may be none of ours: what has no word is told by its own name. */
export function wordOr(words: object, key: string): string {
	const word: unknown = Object.hasOwn(words, key) ? Reflect.get(words, key) : undefined;
	return typeof word === "string" ? word : key;
}
