/** Words as a question to `search_words`: each must be there, or begin a word there. Null without a word of two letters. */
export function wordQuery(words: readonly string[]): string | null {
	if (!words.some((word) => Array.from(word).length >= 2)) return null;
	return words.map((word) => `'${word.replace(/['\\]/g, "")}':*`).join(" & ");
}
