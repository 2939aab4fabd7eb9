/** Returns a function that runs `run`, but never twice at once: all calls during a run share one further run after it. */
export function coalesceRuns(run: () => Promise<void>): () => Promise<void> {
	let running: Promise<void> | null = null;
	let isWanted = false;
	const loop = async () => {
		try {
			while (isWanted) {
				isWanted = false;
				await run();
			}
		} finally {
			// `running` is cleared in the same step as the last check of `isWanted`, so no caller joins a finished run.
			running = null;
		}
	};
	return () => {
		isWanted = true;
		running ??= loop();
		return running;
	};
}
