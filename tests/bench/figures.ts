/** Figures of a measurement: medians and 95th percentiles, in milliseconds. */
export interface Figures {
	medianMs: number;
	p95Ms: number;
}

/** Runs `what` so many times one after another, after as many tenths of it to get warm. */
export async function measure(times: number, what: () => Promise<unknown>): Promise<Figures> {
	for (let warmUp = 0; warmUp < times / 10; warmUp += 1) await what();
	const taken: number[] = [];
	for (let time = 0; time < times; time += 1) {
		const began = performance.now();
		await what();
		taken.push(performance.now() - began);
	}
	return figuresOf(taken);
}

export function figuresOf(taken: readonly number[]): Figures {
	const sorted = taken.toSorted((one, other) => one - other);
	const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
	return { medianMs: at(0.5), p95Ms: at(0.95) };
}

export function shown({ medianMs, p95Ms }: Figures): string {
	return `${medianMs.toFixed(1)} / ${p95Ms.toFixed(1)} ms`;
}
