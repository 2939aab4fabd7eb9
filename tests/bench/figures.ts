export interface Figures {
	medianMs: number;
	p95Ms: number;
}

export function figuresOf(taken: readonly number[]): Figures {
	const sorted = taken.toSorted((one, other) => one - other);
	const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
	return { medianMs: at(0.5), p95Ms: at(0.95) };
}

/** A duration in milliseconds. */
export async function timed(what: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await what();
	return performance.now() - began;
}
