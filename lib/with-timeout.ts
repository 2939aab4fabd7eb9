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

/** Throws when a network folder does not answer. A write has as long as a permit is fresh: a disk that is only slow ends no payout. */
export function inTime<T>(work: Promise<T>, ms = 20_000): Promise<T> {
	return withTimeout(ms, work, () => {
		throw new Error("the disk did not answer in time");
	});
}
