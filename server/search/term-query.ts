/** Terms as a question to `search_words`: each must be there, or begin a word there. Null without a word of two letters. */
export function termQuery(terms: readonly string[]): string | null {
	if (!terms.some((term) => Array.from(term).length >= 2)) return null;
	return terms.map((term) => `'${term.replace(/['\\]/g, "")}':*`).join(" & ");
}
