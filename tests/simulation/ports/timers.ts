/** `node:timers/promises` in virtual time. */
import { running } from "#tests/simulation/scheduler.ts";

export function setTimeout<T>(ms = 0, value?: T): Promise<T | undefined> {
	const here = running.getStore();
	if (!here) throw new Error("a timer outside of a process");
	return here.scheduler.sleep(here.process, ms, "pause").then(() => value);
}
