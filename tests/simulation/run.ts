/**
 * Runs seeds: `npm run simulate -- --seeds 1000 --from 1`, or
 * `--seed 4711` alone with its whole trace, or `--each-call` (the n-th port call fails, for every n). Ends with 1 on a violation.
 */
import { parseArgs } from "node:util";
import { newTotals, type RunResult, simulate } from "#tests/simulation/simulate.ts";

export interface Report {
	runs: number;
	steps: number;
	seconds: number;
	violations: RunResult[];
	transitions: [string, number][];
	met: [string, number][];
}

const { values } = parseArgs({
	options: {
		seeds: { type: "string", default: "1000" },
		from: { type: "string", default: "1" },
		seed: { type: "string" },
		"each-call": { type: "boolean", default: false },
		"stop-after": { type: "string", default: "10" },
		json: { type: "boolean", default: false },
	},
});

// A promise of a dead process that is given up is nobody's: it must not end the run.
process.on("unhandledRejection", () => undefined);
const totals = newTotals();
if (values.seed === undefined) report(await runMany(values["each-call"] ? eachCall() : seeds()));
else await traceOne(Number(values.seed));

async function traceOne(seed: number): Promise<void> {
	const result = await simulate({ seed, totals, tell: (line) => console.log(line) });
	console.log(result.violation ?? `seed ${seed}: ${result.steps} steps, no violation`);
	process.exitCode = result.violation ? 1 : 0;
}

async function* seeds(): AsyncGenerator<RunResult> {
	const from = Number(values.from);
	for (let seed = from; seed < from + Number(values.seeds); seed += 1) yield await simulate({ seed, totals });
}

/** A few calm runs, each again for every one of its calls that fails, loses its answer, or kills whoever makes it. */
async function* eachCall(): AsyncGenerator<RunResult> {
	for (const seed of [1, 2]) {
		const { calls } = await simulate({ seed, totals, calm: true });
		for (let call = 1; call <= calls; call += 1) {
			for (const how of ["fails", "loses", "kills"] as const)
				yield await simulate({ seed, totals, failure: { call, how } });
		}
	}
}

async function runMany(results: AsyncGenerator<RunResult>): Promise<Report> {
	const startedAt = process.hrtime.bigint();
	const report: Report = { runs: 0, steps: 0, seconds: 0, violations: [], transitions: [], met: [] };
	for await (const result of results) {
		report.runs += 1;
		report.steps += result.steps;
		if (result.violation) report.violations.push(result);
		if (report.violations.length >= Number(values["stop-after"])) break;
	}
	const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
	return { ...report, seconds, transitions: [...totals.transitions], met: [...totals.met] };
}

function report(done: Report): void {
	process.exitCode = done.violations.length > 0 ? 1 : 0;
	if (values.json) {
		console.log(JSON.stringify(done));
		return;
	}
	for (const { seed, failure, violation } of done.violations) {
		console.log(`seed ${seed}${failure ? ` (call ${failure.call} ${failure.how})` : ""}: ${violation}`);
	}
	for (const [name, times] of [...done.transitions, ...done.met].sort())
		console.log(`${String(times).padStart(8)}  ${name}`);
	console.log(
		`${done.runs} runs, ${done.steps} steps, ${done.seconds.toFixed(1)} s, ${done.violations.length} violations`,
	);
}
