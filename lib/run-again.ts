/** Runs a task one at a time; requests during a run share one more run. */
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
			// Cleared in the same step as the last check of `isWanted`: no caller joins a finished run.
			running = null;
		}
	};
	return () => {
		isWanted = true;
		running ??= loop();
		return running;
	};
}
