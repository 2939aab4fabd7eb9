/** Builds a query for `search_words`: each term must match a word or its beginning. Null without a word of two letters. */
export function termQuery(terms: readonly string[]): string | null {
	if (!terms.some((term) => Array.from(term).length >= 2)) return null;
	return terms.map((term) => `'${term.replace(/['\\]/g, "")}':*`).join(" & ");
}
