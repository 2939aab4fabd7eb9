/** Length limits of a person's reason, for forms and contracts. Without zod, so that forms need not load it. */
import { typedSentences } from "#lib/text/typed-text.ts";

export const LONGEST_REASON = 280;
/** Minimum length of a reason that must explain something, such as one for a duplicate or for a database mismatch. */
export const SHORTEST_REASON = 10;

/** Returns the fault of a typed reason, or null. Counts code points, as PostgreSQL and zod do: an emoji is one, its `length` two. */
export function reasonFault(typed: string, shortest = 1): "short" | "long" | null {
	const { length } = [...typedSentences(typed)];
	if (length < shortest) return "short";
	return length > LONGEST_REASON ? "long" : null;
}
