/** Waits for `work` for at most `ms`; then returns what `late` returns, or throws what it throws. The work itself goes on. */
export async function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
	const { promise: timeUp, resolve } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, ms);
	try {
		return await Promise.race([work, timeUp.then(late)]);
	} finally {
		clearTimeout(timer);
	}
}
