/** One line of the bench: what it measures, one number a time. The frame measures the sides in turn, so that a busy machine is busy for both. */
import type { Browser } from "playwright";
import type { Side } from "#tests/bench/side.ts";

export interface Line {
	/** Its row in the table of `rows.ts`. */
	key: string;
	title: string;
	/** `×`: a ratio. */
	unit: "s" | "ms" | "×" | "MB" | "bytes" | "%" | "a second" | "writes";
	/** The number of measurements of each side; five by default. */
	rounds?: number;
	/** A number, and of lines that need one, a browser. Null: it cannot be measured here. */
	measure(side: Side, bench: Bench): Promise<number | null>;
}

export interface Bench {
	/** Movements of the wallet in XOF; that in XAF has a thousand. */
	rows: number;
	/** Null where no Chromium is found. */
	browser: Browser | null;
}

export function medianOf(taken: readonly number[]): number {
	return taken.toSorted((one, other) => one - other)[Math.floor(taken.length / 2)] ?? 0;
}

/** The median of so many, one after another. */
export async function medianTime(times: number, what: () => Promise<unknown>): Promise<number> {
	const taken: number[] = [];
	for (let time = 0; time < times; time += 1) {
		const began = performance.now();
		await what();
		taken.push(performance.now() - began);
	}
	return medianOf(taken);
}

/** Calls a second, with so many at once for so long, after half a second of warm-up. */
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
