/** A reason that a person gives: how short and how long it may be, the same for a form and a contract. Forms need no zod. Pure. */
import { typedSentences } from "#lib/typed-text.ts";

/** Characters. */
export const LONGEST_REASON = 280;
/** Where a word or two is none: a second payment of the same amount to the same number, a doubt, an answer put away. Characters. */
export const SHORTEST_REASON = 10;

/**
 * What is wrong with what was typed; null when nothing is. `shortest` in characters, which PostgreSQL and zod count alike: an emoji
 * is one, though two for JavaScript.
 */
export function reasonFault(typed: string, shortest = 1): "short" | "long" | null {
	const { length } = [...typedSentences(typed)];
	if (length < shortest) return "short";
	return length > LONGEST_REASON ? "long" : null;
}
