/** Waits until an address answers 200. */
import { setTimeout as pause } from "node:timers/promises";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";

const LOOK_AGAIN_MS = 100;
const ANSWER_LIMIT_MS = 5_000;

/** Throws a LaunchError naming `what` after `timeoutMs`, or leaves when the launch ends. */
export async function waitUntilReady(launch: Launch, what: string, url: string, timeoutMs: number): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	let last = "no answer";
	while (Date.now() < deadline) {
		launch.demandGoingOn();
		try {
			const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS), redirect: "manual" });
			if (response.ok) return;
			last = `HTTP ${response.status} ${(await response.text()).slice(0, 200)}`;
		} catch (error) {
			last = error instanceof Error ? error.message : "no answer";
		}
		await pause(LOOK_AGAIN_MS);
	}
	throw new LaunchError(`The ${what} was not ready in ${timeoutMs / 1000} seconds (${last}).`);
}
