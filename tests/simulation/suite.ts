/**
 * The simulation as `npm test` runs it: ten thousand seeds, every scenario, every call that can fail, every mutation. Prints the tables and
 * writes how many guarantees held to the file given: `node tests/simulation/suite.ts [counts.json]`.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Mutation } from "#tests/simulation/mutations/mutation.ts";
import { sourceEdits } from "#tests/simulation/mutations/source-edits.ts";
import { MUTATIONS } from "#tests/simulation/mutations.ts";
import type { Report } from "#tests/simulation/run.ts";
import { SCENARIOS } from "#tests/simulation/scenarios.ts";

const SEEDS = 10_000;
/** A mutation that so many seeds do not show is not caught. */
const SEEDS_OF_A_MUTATION = 2_000;
const LANES = Math.max(2, Math.min(4, availableParallelism()));

const held: boolean[] = [];
const startedAt = process.hrtime.bigint();
await everySeed();
await everyScenario();
await everyCall();
await everyMutation();
const failed = held.filter((each) => !each).length;
console.log(`\n${held.length - failed} passed, ${failed} failed in ${seconds()} s`);
const [, , countsFile] = process.argv;
if (countsFile) writeFileSync(countsFile, JSON.stringify({ passed: held.length - failed, failed, skipped: 0 }));
process.exitCode = failed > 0 ? 1 : 0;

async function everySeed(): Promise<void> {
	const share = Math.ceil(SEEDS / LANES);
	const shares = Array.from({ length: LANES }, (_, lane) => [
		"--seeds",
		String(share),
		"--from",
		String(1 + lane * share),
	]);
	const reports = await Promise.all(shares.map((options) => run(options)));
	const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0);
	const violations = reports.flatMap((report) => report.violations);
	for (const { seed, violation } of violations) console.log(`seed ${seed}: ${violation}`);
	for (const [title, part] of [
		["transitions seen", "transitions"],
		["met on the way", "met"],
	] as const) {
		console.log(`\n${title}`);
		for (const [name, times] of added(reports, part)) console.log(`${String(times).padStart(8)}  ${name}`);
	}
	console.log(`\n${sum(({ runs }) => runs)} seeds, ${sum(({ steps }) => steps)} steps, ${seconds()} s`);
	const isWhole = sum(({ runs }) => runs) >= SEEDS;
	check(`${SEEDS} seeds without a violation`, violations.length === 0 && isWhole);
}

async function everyScenario(): Promise<void> {
	console.log("\nscenarios");
	const report = await run(["--scenarios", "--stop-after", "1000"]);
	for (const { name } of SCENARIOS) {
		const broken = report.violations.find(({ scenario }) => scenario === name);
		if (broken) console.log(broken.violation);
		check(name, !broken);
	}
	check("every scenario was told", report.runs === SCENARIOS.length);
}

async function everyCall(): Promise<void> {
	const lanes = Array.from({ length: LANES }, (_, lane) => run(["--each-call", "--lane", `${lane + 1}/${LANES}`]));
	const reports = await Promise.all(lanes);
	const violations = reports.flatMap((report) => report.violations);
	for (const { seed, failure, violation } of violations) {
		console.log(`seed ${seed}, call ${failure?.call} ${failure?.how}: ${violation}`);
	}
	const runs = reports.reduce((total, report) => total + report.runs, 0);
	check(
		`the n-th call of any port fails, loses its answer or kills, for every n (${runs} runs)`,
		violations.length === 0,
	);
}

async function everyMutation(): Promise<void> {
	console.log("\nmutations");
	const waiting = [...MUTATIONS];
	const lane = async () => {
		for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) await tryMutation(mutation);
	};
	await Promise.all(Array.from({ length: LANES }, lane));
}

async function tryMutation({ name, edits, breaks, scenario }: Mutation): Promise<void> {
	const asked = scenario ? ["--scenario", scenario] : ["--seeds", String(SEEDS_OF_A_MUTATION), "--stop-after", "1"];
	const report = await run(asked, JSON.stringify(sourceEdits(edits)));
	const [first] = report.violations;
	const isCaught = first !== undefined && breaks.includes(first.invariant ?? "");
	const where = first?.scenario ? `in "${first.scenario}"` : `at seed ${first?.seed}`;
	check(`${name}: ${first ? `${first.invariant} ${where}` : "not caught"}`, isCaught);
	if (first && !isCaught) console.log(first.violation);
}

function added(reports: readonly Report[], part: "transitions" | "met"): [string, number][] {
	const sums = new Map<string, number>();
	for (const report of reports) for (const [name, times] of report[part]) sums.set(name, (sums.get(name) ?? 0) + times);
	return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

function check(guarantee: string, isHeld: boolean): void {
	held.push(isHeld);
	console.log(`  ${isHeld ? "✓" : "✗"} ${guarantee}`);
}

function seconds(): string {
	return (Number(process.hrtime.bigint() - startedAt) / 1e9).toFixed(1);
}

function run(options: readonly string[], edits = "[]"): Promise<Report> {
	const args = ["--import", "./tests/simulation/ports/hooks.ts", "tests/simulation/run.ts", "--json", ...options];
	const settings = { env: { ...process.env, SIMULATION_EDITS: edits }, maxBuffer: 64 * 1_024 ** 2, timeout: 600_000 };
	return new Promise((resolve, reject) => {
		execFile(process.execPath, args, settings, (error, stdout, stderr) => {
			try {
				resolve(JSON.parse(stdout) as Report);
			} catch {
				reject(new Error(`a run of the simulation ended without its report: ${stderr || error?.message}`));
			}
		});
	});
}
