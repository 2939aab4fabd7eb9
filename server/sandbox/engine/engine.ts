/** Executes due steps on each tick, one run at a time. `settle()` waits for everything due now. */
import { pruneRequests } from "#server/sandbox/api/request-log.ts";
import { runDueSteps } from "#server/sandbox/engine/run-steps.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";

export interface Engine {
	settle(): Promise<void>;
	stop(): Promise<void>;
}

// Too short to notice on a screen, long enough to cost nothing.
const TICK_MS = 200;
const PRUNE_MS = 600_000;

export function startEngine(sandbox: Sandbox): Engine {
	let stopping = false;
	let running: Promise<unknown> = Promise.resolve();
	const run = () => {
		const next = running.then(() => runDueSteps(sandbox, () => stopping));
		running = next.catch(() => undefined);
		return next;
	};
	let busy = false;
	const timer = setInterval(() => {
		if (busy) return;
		busy = true;
		run()
			.catch((err: unknown) => sandbox.log.error({ err, event: "tick_failed" }))
			.finally(() => {
				busy = false;
			});
	}, TICK_MS);
	const pruning = setInterval(() => {
		pruneRequests(sandbox.database).catch((err: unknown) => sandbox.log.error({ err, event: "prune_failed" }));
	}, PRUNE_MS);
	return {
		async settle() {
			await run();
		},
		async stop() {
			stopping = true;
			clearInterval(timer);
			clearInterval(pruning);
			await running;
		},
	};
}
