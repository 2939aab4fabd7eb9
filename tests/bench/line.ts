/** One line of the bench, one number at a time. The sides are measured in turn, so that a busy machine affects both. */
import type { Browser, Page } from "playwright";
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

/**
 * Makes the lines of one measurement of this version, which runs when the first of them is asked for. `take` returns null where
 * it cannot run; a line's numbers are those of its rounds.
 */
export function measuredTogether<F>(take: (side: Side, bench: Bench) => Promise<F> | null) {
	let figures: Promise<F> | null = null;
	return (line: Pick<Line, "key" | "title" | "unit">, pick: (of: F) => number | readonly number[]): Line => {
		let round = 0;
		const measure: Line["measure"] = async (side, bench) => {
			if (side.name !== "this") return null;
			figures ??= take(side, bench);
			const found = await figures;
			return found ? ([pick(found)].flat()[round++] ?? null) : null;
		};
		return { ...line, measure };
	};
}

/** Works on a page of a fresh browser that has the side's session. */
export async function onPage<T>(browser: Browser, { cookie }: Side, work: (page: Page) => Promise<T>): Promise<T> {
	const context = await browser.newContext({ extraHTTPHeaders: { cookie } });
	try {
		return await work(await context.newPage());
	} finally {
		await context.close();
	}
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
