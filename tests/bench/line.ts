/** One line of the bench, one number at a time. The sides are measured in turn, so that a busy machine affects both. */
import type { Browser } from "playwright";
import { timed } from "#tests/bench/figures.ts";
import type { Side } from "#tests/bench/side.ts";

export interface Line {
	/** Its row in the table of `rows.ts`. */
	key: string;
	title: string;
	/** `×`: a ratio. */
	unit: "s" | "ms" | "×" | "MB" | "bytes" | "%" | "a second" | "writes";
	/** The number of measurements of each side; five by default. */
	rounds?: number;
	/** Returns one number, or null where it cannot be measured. */
	measure(side: Side, bench: Bench): Promise<number | null>;
}

export interface Bench {
	/** Movements of the XOF wallet; the XAF wallet has a thousand. */
	rows: number;
	/** Null without Chromium. */
	browser: Browser | null;
}

export function medianOf(taken: readonly number[]): number {
	return taken.toSorted((one, other) => one - other)[Math.floor(taken.length / 2)] ?? 0;
}

/** The median duration of `times` runs, one after another, in milliseconds. */
export async function medianTime(times: number, what: () => Promise<unknown>): Promise<number> {
	const taken: number[] = [];
	for (let time = 0; time < times; time += 1) taken.push(await timed(what));
	return medianOf(taken);
}

/** Calls per second with `atOnce` in parallel for `lastMs`, after half a second of warm-up. */
export async function throughput(atOnce: number, lastMs: number, what: () => Promise<unknown>): Promise<number> {
	let counted = 0;
	const began = performance.now();
	const [from, until] = [began + 500, began + 500 + lastMs];
	const client = async () => {
		while (performance.now() < until) {
			await what();
			if (performance.now() >= from) counted += 1;
		}
	};
	await Promise.all(Array.from({ length: atOnce }, client));
	return counted / (lastMs / 1_000);
}
