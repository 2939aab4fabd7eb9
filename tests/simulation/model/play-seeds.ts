/** Plays seeds of the model in one process. Gets the task as its one argument, and prints what it found. Started by run.ts. */
import { playModel } from "#tests/simulation/model/play-model.ts";
import type { Rule } from "#tests/simulation/model/rules.ts";

export interface ModelTask {
	/** Plays each of these until one is broken; then `from` and so on. */
	seeds: readonly number[];
	off: readonly Rule[];
	stopAfter: number;
}

export interface ModelReport {
	runs: number;
	steps: number;
	broken: { seed: number; invariant: string; message: string }[];
	/** The number of times each trouble came. */
	met: [string, number][];
}

const { seeds, off, stopAfter } = JSON.parse(String(process.argv[2])) as ModelTask;
const rules = new Set(off);
const met = new Map<string, number>();
const report: ModelReport = { runs: 0, steps: 0, broken: [], met: [] };
for (const seed of seeds) {
	const result = playModel(seed, rules);
	report.runs += 1;
	report.steps += result.steps;
	for (const what of result.met) met.set(what, (met.get(what) ?? 0) + 1);
	if (result.broken) report.broken.push({ seed, invariant: result.broken.invariant, message: result.broken.message });
	if (report.broken.length >= stopAfter) break;
}
process.stdout.write(JSON.stringify({ ...report, met: [...met] } satisfies ModelReport));
