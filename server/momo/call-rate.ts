/** Caps calls per second with a token bucket that refills evenly; callers wait in order. */
import { setTimeout as pause } from "node:timers/promises";

export type CallRate = ReturnType<typeof createCallRate>;

/** The bucket holds one second's calls: after a pause, that many may run at once. */
export function createCallRate(
	perSecond: number,
	{ now = () => performance.now(), wait = (ms: number): Promise<unknown> => pause(ms) } = {},
) {
	const intervalMs = 1_000 / perSecond;
	// The time of the next call if calls are evenly spaced. It is at most a second in the past: one second's calls may run at once.
	let due = Number.NEGATIVE_INFINITY;
	return {
		async take(): Promise<void> {
			due = Math.max(due, now() - (1_000 - intervalMs)) + intervalMs;
			const waitMs = due - intervalMs - now();
			if (waitMs > 0) await wait(waitMs);
		},
	};
}
