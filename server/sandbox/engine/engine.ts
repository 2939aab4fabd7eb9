/** Executes due steps of transactions on each tick, never two runs at once. `settle()` resolves when every step due by now is executed. */
import { pruneRequests } from "#server/sandbox/api/request-log.ts";
import { runDueSteps } from "#server/sandbox/engine/run-steps.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";

export type Engine = ReturnType<typeof startEngine>;

// Short enough that a screen seems to change at once, long enough to load the database little.
const TICK_MS = 200;
const PRUNE_MS = 600_000;

export function startEngine(sandbox: Sandbox) {
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
		settle: run,
		async stop() {
			stopping = true;
			clearInterval(timer);
			clearInterval(pruning);
			await running;
		},
	};
}
