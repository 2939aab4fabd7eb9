/** A cap of calls a second: a bucket of tokens that refills evenly. Who finds it empty waits for a token of their own, in order. */
import { setTimeout as pause } from "node:timers/promises";

export interface CallRate {
	/** Resolves when one more call may be made. */
	take(): Promise<void>;
}

/** Holds one second's calls at most: after a rest so many may be made at once. Time by a clock that nobody can set. */
export function createCallRate(
	perSecond: number,
	{ now = () => performance.now(), wait = (ms: number): Promise<unknown> => pause(ms) } = {},
): CallRate {
	const intervalMs = 1_000 / perSecond;
	// When the next call would be due, were they evenly spread; a full bucket is a second behind.
	let due = Number.NEGATIVE_INFINITY;
	return {
		async take() {
			due = Math.max(due, now() - (1_000 - intervalMs)) + intervalMs;
			const waitMs = due - intervalMs - now();
			if (waitMs > 0) await wait(waitMs);
		},
	};
}
