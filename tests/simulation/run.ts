/**
 * The simulation: `npm run simulate` does all of it and ends with 1 when something does not hold. `--seed 4711` or
 * `--scenario "part of its name"` tells one run on PostgreSQL step by step, `--model-seed 4711` one of the model; `--seeds 1000 --from 1`,
 * `--scenarios` and `--mutation "part of its name"` play only those. `--counts file` writes the counts.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { MODEL_MUTATIONS, type ModelMutation } from "#tests/simulation/model/mutations.ts";
import { RULES } from "#tests/simulation/model/rules.ts";
import { KNOWN_BY_TESTS } from "#tests/simulation/mutations/known-by-tests.ts";
import type { Mutation, TestedMutation } from "#tests/simulation/mutations/mutation.ts";
import { sourceEdits } from "#tests/simulation/mutations/source-edits.ts";
import { MUTATIONS } from "#tests/simulation/mutations.ts";
import type { Report } from "#tests/simulation/play.ts";
import { Players, playModelSeeds } from "#tests/simulation/players.ts";
import { CLICK } from "#tests/simulation/scenarios/month.ts";
import { SCENARIOS } from "#tests/simulation/scenarios.ts";

const MODEL_SEEDS = 10_000;
/** Runs of the desk itself, one per seed. */
const SEEDS = 300;
/** A mutation that this many further seeds do not show is not caught. */
const SEEDS_OF_A_MUTATION = 60;
/** One in this many calls of a calm run is made to fail. */
const EVERY_CALL = 3;
const LANES = Math.max(2, Math.min(3, availableParallelism()));

const { values } = parseArgs({
	options: {
		seed: { type: "string" },
		"model-seed": { type: "string" },
		seeds: { type: "string" },
		from: { type: "string", default: "1" },
		scenario: { type: "string" },
		scenarios: { type: "boolean", default: false },
		mutation: { type: "string" },
		counts: { type: "string" },
	},
});

const held: boolean[] = [];
const startedAt = process.hrtime.bigint();
const isModelAlone = values["model-seed"] !== undefined;
if (isModelAlone || isWhole()) await everyModelSeed();
if (!isModelAlone) await onPostgres();
const failed = held.filter((each) => !each).length;
console.log(`\n${held.length - failed} passed, ${failed} failed in ${seconds()} s`);
if (values.counts) writeFileSync(values.counts, JSON.stringify({ passed: held.length - failed, failed, skipped: 0 }));
process.exitCode = failed > 0 ? 1 : 0;

function isWhole(): boolean {
	const { seed, seeds, scenario, mutation, scenarios } = values;
	return !scenarios && [seed, seeds, scenario, mutation].every((each) => each === undefined);
}

async function everyModelSeed(): Promise<void> {
	const { "model-seed": one } = values;
	const all = one === undefined ? Array.from({ length: MODEL_SEEDS }, (_, place) => place + 1) : [Number(one)];
	const reports = await inLanes((lane) =>
		playModelSeeds({ seeds: all.filter((_, place) => place % LANES === lane), off: [], stopAfter: 10 }),
	);
	for (const { seed, message } of reports.flatMap(({ broken }) => broken)) console.log(`seed ${seed}: ${message}`);
	const runs = sum(reports, (report) => report.runs);
	const isWhole = runs === all.length && reports.every(({ broken }) => broken.length === 0);
	console.log(`\n${runs} seeds of the model, ${sum(reports, ({ steps }) => steps)} steps, ${seconds()} s`);
	check(`${all.length} seeds of the model without a violation`, isWhole);
	if (one === undefined) await everyRule();
}

async function everyRule(): Promise<void> {
	console.log("\nrules of the model, taken out");
	const waiting = [...MODEL_MUTATIONS];
	await inLanes(async () => {
		for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) await takeOut(mutation);
	});
	const tried = new Set(MODEL_MUTATIONS.flatMap(({ off }) => off));
	check(
		"every rule of the model is taken out",
		Object.keys(RULES).every((rule) => tried.has(rule as never)),
	);
}

async function takeOut({ off, seed }: ModelMutation): Promise<void> {
	const further = Array.from({ length: MODEL_SEEDS }, (_, place) => place + 1);
	const { broken } = await playModelSeeds({ seeds: [seed, ...further], off, stopAfter: 1 });
	const [first] = broken;
	check(
		`${off.map((rule) => RULES[rule]).join(" ")}\n      ${first ? `${first.message}, at seed ${first.seed}` : "not caught"}`,
		first !== undefined,
	);
}

async function onPostgres(): Promise<void> {
	const players = await Players.start();
	try {
		await chosen(players);
	} finally {
		await players.stop();
	}
}

async function chosen(players: Players): Promise<void> {
	const { seed, scenario, mutation, seeds } = values;
	if (seed !== undefined) return tell(await players.play({ seeds: [Number(seed)], tell: true }));
	if (values.scenarios) return everyScenario(players);
	if (scenario !== undefined) return tell(await players.play({ scenarios: named(scenario), tell: true }));
	if (mutation !== undefined) return everyMutationOf(players, mutation);
	await everySeed(players, Number(values.from), Number(seeds ?? SEEDS));
	if (seeds !== undefined) return;
	await everyScenario(players);
	await everyCall(players);
	await everyMutationOf(players, "");
}

async function everyMutationOf(players: Players, part: string): Promise<void> {
	const isAsked = ({ name }: { name: string }) => name.includes(part);
	await everyMutation(players, MUTATIONS.filter(isAsked));
	await everyTestedMutation(players, KNOWN_BY_TESTS.filter(isAsked));
}

function named(part: string): string[] {
	return SCENARIOS.map(({ name }) => name).filter((name) => name.includes(part));
}

function tell({ violations, runs, steps }: Report): void {
	for (const { violation } of violations) console.log(violation);
	check(`${runs} runs, ${steps} steps`, violations.length === 0 && runs > 0);
}

async function everySeed(players: Players, from: number, count: number): Promise<void> {
	const share = (lane: number) =>
		Array.from({ length: Math.ceil((count - lane) / LANES) }, (_, n) => from + lane + n * LANES);
	const reports = await inLanes((lane) => players.play({ seeds: share(lane) }));
	const violations = reports.flatMap((report) => report.violations);
	for (const { seed, violation } of violations) console.log(`seed ${seed}: ${violation}`);
	for (const [title, part] of [
		["transitions seen", "transitions"],
		["met on the way", "met"],
	] as const) {
		console.log(`\n${title}`);
		for (const [name, times] of added(reports, part)) console.log(`${String(times).padStart(8)}  ${name}`);
	}
	const runs = sum(reports, ({ runs }) => runs);
	console.log(`\n${runs} seeds on PostgreSQL, ${sum(reports, ({ steps }) => steps)} steps, ${seconds()} s`);
	check(`${count} seeds on PostgreSQL without a violation`, violations.length === 0 && runs === count);
}

async function everyScenario(players: Players): Promise<void> {
	console.log("\nscenarios");
	const names = SCENARIOS.map(({ name }) => name);
	const reports = await inLanes((lane) =>
		players.play({ scenarios: names.filter((_, place) => place % LANES === lane), stopAfter: names.length }),
	);
	for (const name of names) {
		const broken = reports.flatMap(({ violations }) => violations).find(({ scenario }) => scenario === name);
		if (broken) console.log(broken.violation);
		check(name, !broken);
	}
	check("every scenario was told", sum(reports, ({ runs }) => runs) === names.length);
	console.log(`\n${sum(reports, ({ met }) => new Map(met).get(CLICK) ?? 0)} ${CLICK}`);
}

async function everyCall(players: Players): Promise<void> {
	const reports = await inLanes((lane) =>
		players.play({ calls: { from: 1 + lane * EVERY_CALL, every: EVERY_CALL * LANES } }),
	);
	const violations = reports.flatMap((report) => report.violations);
	for (const { failure, violation } of violations) console.log(`call ${failure?.call} ${failure?.how}: ${violation}`);
	const runs = sum(reports, ({ runs }) => runs);
	check(
		`a call of any port fails, loses its answer or kills its caller (${runs} calls)`,
		violations.length === 0 && runs > 0,
	);
}

async function everyMutation(players: Players, mutations: readonly Mutation[]): Promise<void> {
	console.log("\nmutations");
	const waiting = [...mutations];
	await inLanes(async () => {
		for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) await tryMutation(players, mutation);
	});
}

/** Prints for each mutation the name of the test that must fail, and does. */
async function everyTestedMutation(players: Players, mutations: readonly TestedMutation[]): Promise<void> {
	console.log("\nmutations that a test of the desk must see");
	const waiting = [...mutations];
	await inLanes(async () => {
		for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
			// A run in which no test began, on a machine that does other work besides, says nothing about the mutation.
			const failed = (await players.failedTests(mutation)) ?? (await players.failedTests(mutation));
			const [first] = failed ?? [];
			const told = first ? `"${first}" fails` : failed ? "not caught" : "no test ran";
			check(`${mutation.name}: ${told}`, first !== undefined);
		}
	});
}

async function tryMutation(
	players: Players,
	{ name, edits, statements = [], breaks, scenario, seed }: Mutation,
): Promise<void> {
	const others = Array.from({ length: SEEDS_OF_A_MUTATION }, (_, place) => place + 1);
	const asked = scenario ? { scenarios: named(scenario) } : { seeds: seed === undefined ? others : [seed, ...others] };
	const report = await players.play({ ...asked, edits: sourceEdits(edits), statements, stopAfter: 1 });
	const [first] = report.violations;
	const isCaught = first !== undefined && breaks.includes(first.invariant ?? "");
	const declared = seed === undefined || seed === first?.seed ? "" : ` (declared ${seed})`;
	const where = first?.scenario ? `in "${first.scenario}"` : `at seed ${first?.seed}${declared}`;
	check(`${name}: ${first ? `${first.invariant} ${where}` : "not caught"}, ${report.seconds.toFixed(1)} s`, isCaught);
	if (first && !isCaught) console.log(first.violation);
}

function inLanes<T>(work: (lane: number) => Promise<T>): Promise<T[]> {
	return Promise.all(Array.from({ length: LANES }, (_, lane) => work(lane)));
}

function added(reports: readonly Report[], part: "transitions" | "met"): [string, number][] {
	const sums = new Map<string, number>();
	for (const report of reports) for (const [name, times] of report[part]) sums.set(name, (sums.get(name) ?? 0) + times);
	return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

function sum<T>(reports: readonly T[], of: (report: T) => number): number {
	return reports.reduce((total, report) => total + of(report), 0);
}

function check(guarantee: string, isHeld: boolean): void {
	held.push(isHeld);
	console.log(`  ${isHeld ? "✓" : "✗"} ${guarantee}`);
}

function seconds(): string {
	return (Number(process.hrtime.bigint() - startedAt) / 1e9).toFixed(1);
}
