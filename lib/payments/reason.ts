/** Length limits of a person's reason, shared by forms and contracts. Without zod, because forms need none. */
import { typedSentences } from "#lib/text/typed-text.ts";

export const LONGEST_REASON = 280;
/** In characters, where a word or two is too little: for a duplicate payment, a database mismatch, a dismissed orphan answer. */
export const SHORTEST_REASON = 10;

/** The fault of a typed reason, or null. Counts characters as PostgreSQL and zod do: an emoji is one, though two for JavaScript. */
export function reasonFault(typed: string, shortest = 1): "short" | "long" | null {
	const { length } = [...typedSentences(typed)];
	if (length < shortest) return "short";
	return length > LONGEST_REASON ? "long" : null;
}
