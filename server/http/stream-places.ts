/** How many event streams a member may hold open in this process. */
import { AppError } from "#server/errors.ts";

// A person has a few tabs; a script has hundreds.
export const MAX_STREAMS_OF_MEMBER = 20;

const PLACE = Symbol.for("cauri.stream-places");
const house = globalThis as typeof globalThis & { [PLACE]?: Map<string, number> };

/** Gives the function that frees the place again. Throws `too_many_attempts`. */
export function takeStreamPlace(memberId: string): () => void {
	house[PLACE] ??= new Map();
	const taken = house[PLACE];
	const count = taken.get(memberId) ?? 0;
	if (count >= MAX_STREAMS_OF_MEMBER)
		throw new AppError("too_many_attempts", "too many event streams", { retryAfterSeconds: 30 });
	taken.set(memberId, count + 1);
	return () => {
		const left = (taken.get(memberId) ?? 1) - 1;
		if (left > 0) taken.set(memberId, left);
		else taken.delete(memberId);
	};
}
