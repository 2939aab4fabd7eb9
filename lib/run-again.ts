/** Returns a function that runs the task, never twice at once; calls during a run share one more run after it. */
export function runAgain(run: () => Promise<void>): () => Promise<void> {
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
