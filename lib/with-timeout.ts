/** Returns the value of `work`, or after `ms` milliseconds the value of `late`; throws the error of either. The work itself continues. */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
	const { promise: timeUp, resolve } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, ms);
	try {
		return await Promise.race([work, timeUp.then(late)]);
	} finally {
		clearTimeout(timer);
	}
}
