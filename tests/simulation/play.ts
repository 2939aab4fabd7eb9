/**
 * Plays in one process, on the database of SIMULATION_DATABASE: seeds, scenarios, or a calm run once for each call that can fail.
 * Gets the task as its one argument, and prints its report. Started by run.ts, with the ports of ports/hooks.ts.
 */
import { SimulatedDatabase } from "#tests/simulation/postgres/simulated-database.ts";
import { SCENARIOS } from "#tests/simulation/scenarios.ts";
import { newTotals, type RunOptions, type RunResult, simulate } from "#tests/simulation/simulate.ts";

export interface Task {
	seeds?: readonly number[];
	scenarios?: readonly string[];
	/** From this call of a calm run on, each `every`-th call is made to fail in a run of its own. */
	calls?: { from: number; every: number };
	/** Ends after this many violations. */
	stopAfter: number;
	/** Prints each step on standard error. */
	tell: boolean;
}

export interface Report {
	runs: number;
	steps: number;
	seconds: number;
	violations: RunResult[];
	/** The number of times each transition was made and each event was met. */
	transitions: [string, number][];
	met: [string, number][];
}

// An abandoned promise of a dead process must not end the run.
process.on("unhandledRejection", () => undefined);
const task = JSON.parse(String(process.argv[2])) as Task;
const database = await SimulatedDatabase.open(String(process.env.SIMULATION_DATABASE));
const totals = newTotals();
const common = { database, totals, ...(task.tell ? { tell: (line: string) => void console.error(line) } : {}) };
const report: Report = { runs: 0, steps: 0, seconds: 0, violations: [], transitions: [], met: [] };
const startedAt = process.hrtime.bigint();
for await (const options of runs()) {
	const result = await simulate(options);
	report.runs += 1;
	report.steps += result.steps;
	if (result.violation) report.violations.push(result);
	if (report.violations.length >= task.stopAfter) break;
}
await database.close();
const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
const counted = { transitions: [...totals.transitions], met: [...totals.met] };
process.stdout.write(JSON.stringify({ ...report, ...counted, seconds } satisfies Report));

async function* runs(): AsyncGenerator<RunOptions> {
	for (const seed of task.seeds ?? []) yield { ...common, seed };
	for (const name of task.scenarios ?? []) {
		const scenario = SCENARIOS.find((each) => each.name === name);
		if (scenario) yield { ...common, seed: 1, scenario };
	}
	if (!task.calls) return;
	const { calls } = await simulate({ ...common, seed: 1, calm: true });
	const ways = ["fails", "loses", "kills"] as const;
	for (let call = task.calls.from; call <= calls; call += task.calls.every) {
		const how = ways[call % ways.length] ?? "fails";
		yield { ...common, seed: 1, failure: { call, how } };
	}
}
