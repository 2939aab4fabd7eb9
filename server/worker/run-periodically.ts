/** Repeats work, one run after another. A failed run is only logged. */
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "#server/log.ts";

export interface PeriodicRun {
	/** Ends the waiting; resolves when the current run is over. */
	stop(): Promise<void>;
}

export function runPeriodically(log: Log, name: string, everyMs: number, run: () => Promise<unknown>): PeriodicRun {
	const ending = new AbortController();
	const loop = async () => {
		while (await pause(everyMs, true, { signal: ending.signal }).catch(() => false))
			await run().catch((err: unknown) => log.error({ event: "round_failed", job: name, err }));
	};
	const done = loop();
	return {
		async stop() {
			ending.abort();
			await done;
		},
	};
}
