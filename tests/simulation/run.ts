/**
 * Runs seeds: `npm run simulate -- --seeds 1000 --from 1`, or
 * `--seed 4711` alone with its whole trace, or `--each-call` (the n-th port call fails, for every n), or `--scenarios`, all or
 * with `--scenario "part of its name"` one with its trace. Ends with 1 on a violation.
 */
import { parseArgs } from "node:util";
import { SCENARIOS } from "#tests/simulation/scenarios.ts";
import { newTotals, type RunOptions, type RunResult, simulate } from "#tests/simulation/simulate.ts";

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
		scenarios: { type: "boolean", default: false },
		scenario: { type: "string" },
		"each-call": { type: "boolean", default: false },
		lane: { type: "string", default: "1/1" },
		"stop-after": { type: "string", default: "10" },
		json: { type: "boolean", default: false },
	},
});

// A promise of a dead process that is given up is nobody's: it must not end the run.
process.on("unhandledRejection", () => undefined);
const totals = newTotals();
const { scenario: part } = values;
const chosen = SCENARIOS.filter(({ name }) => part === undefined || name.includes(part));
const [one] = chosen;
if (values.seed !== undefined) await trace({ seed: Number(values.seed) });
else if (values.scenarios || (part && values.json)) report(await runMany(scenarios()));
else if (part) await trace({ seed: 1, ...(one ? { scenario: one } : {}) });
else report(await runMany(values["each-call"] ? eachCall() : seeds()));

async function trace(options: Pick<RunOptions, "seed" | "scenario">): Promise<void> {
	const result = await simulate({ ...options, totals, tell: (line) => console.log(line) });
	console.log(result.violation ?? `seed ${options.seed}: ${result.steps} steps, no violation`);
	process.exitCode = result.violation ? 1 : 0;
}

async function* scenarios(): AsyncGenerator<RunResult> {
	for (const scenario of chosen) yield await simulate({ seed: 1, totals, scenario });
}

async function* seeds(): AsyncGenerator<RunResult> {
	const from = Number(values.from);
	for (let seed = from; seed < from + Number(values.seeds); seed += 1) yield await simulate({ seed, totals });
}

/** Calm runs, again for every one of their calls that fails, loses its answer, or kills whoever makes it; `--lane 1/2`: half of them. */
async function* eachCall(): AsyncGenerator<RunResult> {
	const [lane = 1, lanes = 1] = values.lane.split("/").map(Number);
	for (const [seed, ways] of [
		[1, ["fails", "loses", "kills"]],
		[2, ["kills"]],
	] as const) {
		const { calls } = await simulate({ seed, totals, calm: true });
		for (let call = lane; call <= calls; call += lanes) {
			for (const how of ways) yield await simulate({ seed, totals, failure: { call, how } });
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
	for (const { seed, scenario, failure, violation } of done.violations) {
		console.log(
			`${scenario ?? `seed ${seed}`}${failure ? ` (call ${failure.call} ${failure.how})` : ""}: ${violation}`,
		);
	}
	for (const [name, times] of [...done.transitions, ...done.met].sort())
		console.log(`${String(times).padStart(8)}  ${name}`);
	console.log(
		`${done.runs} runs, ${done.steps} steps, ${done.seconds.toFixed(1)} s, ${done.violations.length} violations`,
	);
}
