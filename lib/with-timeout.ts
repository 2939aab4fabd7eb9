/** Waits at most `ms` for `work`, then returns the value of `late` or throws its error. The work itself continues. */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
	const { promise: timeUp, resolve } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, ms);
	try {
		return await Promise.race([work, timeUp.then(late)]);
	} finally {
		clearTimeout(timer);
	}
}
