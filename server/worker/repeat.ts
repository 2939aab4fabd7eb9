/** Repeats work, one run after another. A failed run is only logged. */
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "#server/log.ts";

export interface Repeated {
	/** Ends the waiting; resolves when the current run is over. */
	stop(): Promise<void>;
}

export function repeat(log: Log, name: string, everyMs: number, run: () => Promise<unknown>): Repeated {
	const ending = new AbortController();
	const loop = async () => {
		while (!ending.signal.aborted) {
			try {
				await pause(everyMs, undefined, { signal: ending.signal });
			} catch {
				return;
			}
			try {
				await run();
			} catch (error) {
				log.error({ event: "round_failed", job: name, err: error });
			}
		}
	};
	const done = loop();
	return {
		async stop() {
			ending.abort();
			await done;
		},
	};
}
