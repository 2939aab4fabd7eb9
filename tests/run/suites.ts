/** The suites of `npm test`, those with the earliest results first. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditPackages } from "#tests/run/audit-packages.ts";
import { provideChromium } from "#tests/run/chromium.ts";
import { runCommand } from "#tests/run/command.ts";
import { type Counts, exitCounts, ownCounts, playwrightCounts, sum, vitestCounts } from "#tests/run/counts.ts";

export const RESULTS = "test-results";
/** The machine's own temporary folder, whatever the run sets for the others. */
const DISK = tmpdir();

/** The suites that find most in the least time, without a build: for every change. */
export const QUICK = ["check", "unit", "architecture", "integration"] as const;

export interface Suite {
	name: string;
	/** The suite that must have passed for this one to say anything. */
	needs?: string;
	/** Needs the PostgreSQL of the run. */
	database?: true;
	/** Starts with this suite, whose pauses it fills, and may last into the next ones. */
	beside?: string;
	/** Starts after all others have ended. */
	alone?: true;
	/** `quiet`: its output goes only to its log. */
	run(quiet: boolean): Promise<Counts>;
}

// Each about three times its duration on two cores.
const LIMIT_MS = {
	check: 300_000,
	unit: 300_000,
	architecture: 60_000,
	simulation: 1_500_000,
	integration: 1_500_000,
	programs: 900_000,
	build: 600_000,
	deploy: 600_000,
	torture: 1_800_000,
	e2e: 3_000_000,
};

/** `canary`: the service's secret in the tests' stack; the build gets it too, so that a leak would show. */
export function suites(canary: string): readonly Suite[] {
	return [
		{ name: "check", run: check },
		{ name: "supply", beside: "unit", run: auditPackages },
		{ name: "unit", run: (quiet) => vitest("unit", LIMIT_MS.unit, quiet) },
		{ name: "architecture", beside: "unit", run: (quiet) => vitest("architecture", LIMIT_MS.architecture, quiet) },
		{ name: "build", alone: true, run: () => build(canary) },
		{ name: "torture", needs: "build", beside: "integration", run: torture },
		{ name: "integration", database: true, run: (quiet) => vitest("integration", LIMIT_MS.integration, quiet) },
		{ name: "deploy", needs: "build", run: (quiet) => vitest("deploy", LIMIT_MS.deploy, quiet) },
		// After the deploy tests, because most of the torture has ended by then: beside it and the simulation, programs start slowly.
		{ name: "programs", database: true, run: (quiet) => vitest("programs", LIMIT_MS.programs, quiet) },
		{ name: "simulation", beside: "programs", run: simulation },
		{ name: "e2e", needs: "build", alone: true, database: true, run: () => browser(canary) },
	];
}

async function check(): Promise<Counts> {
	const step = async (program: string, args: string[]) =>
		exitCounts(await runCommand({ program, args, timeoutMs: LIMIT_MS.check, logFile: logOf("check") }));
	const types = async () => {
		// The types of routes are generated, and a fresh clone has none.
		const generated = await step("next", ["typegen"]);
		return [generated, await step("tsc", ["--noEmit", "--incremental", "false"])];
	};
	const [form, used, made] = await Promise.all([step("biome", ["check", "."]), step("knip", []), types()]);
	return sum([form, used, ...made]);
}

async function vitest(project: string, timeoutMs: number, quiet: boolean): Promise<Counts> {
	const report = join(RESULTS, `${project}.json`);
	const args = [
		"run",
		"--project",
		`${project}*`,
		"--reporter=default",
		"--reporter=json",
		`--outputFile.json=${report}`,
	];
	const code = await runCommand({ program: "vitest", args, timeoutMs, logFile: logOf(project), quiet });
	return vitestCounts(report, code);
}

async function simulation(quiet: boolean): Promise<Counts> {
	const counts = join(RESULTS, "simulation.json");
	const args = ["tests/simulation/run.ts", "--counts", counts];
	const timeoutMs = LIMIT_MS.simulation;
	const code = await runCommand({ program: "node", args, timeoutMs, logFile: logOf("simulation"), quiet });
	return ownCounts(counts, code);
}

async function build(canary: string): Promise<Counts> {
	const env = { MOMO_API_SECRET: canary, SESSION_PASSWORD: canary, NEXT_TELEMETRY_DISABLED: "1" };
	const code = await runCommand({
		program: "node",
		args: ["server/cli/build.ts"],
		env,
		timeoutMs: LIMIT_MS.build,
		logFile: logOf("build"),
	});
	return exitCounts(code);
}

/** Like `npm run torture`, with fewer kills; its PostgreSQL waits for the disk. */
async function torture(quiet: boolean): Promise<Counts> {
	const counts = join(RESULTS, "torture.json");
	const args = ["tests/torture/run-torture.ts", "--kills", "20", "--payouts", "120", "--report", counts];
	const timeoutMs = LIMIT_MS.torture;
	const command = { program: "node", args, env: { TMPDIR: DISK }, timeoutMs, logFile: logOf("torture"), quiet };
	return ownCounts(counts, await runCommand(command));
}

async function browser(canary: string): Promise<Counts> {
	const chromium = await provideChromium(logOf("chromium"));
	if (!chromium) {
		process.stderr.write("No Chromium could be found or installed: set CHROMIUM_PATH to one.\n");
		return { passed: 0, failed: 1, skipped: 0 };
	}
	const report = join(RESULTS, "e2e.json");
	const env = { CHROMIUM_PATH: chromium, CAURI_TEST_CANARY: canary, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
	// A test that passes only on the second try is listed by name as flaky, and does not fail the run.
	const args = ["test", "--retries=1", "--reporter=list,json"];
	const code = await runCommand({ program: "playwright", args, env, timeoutMs: LIMIT_MS.e2e, logFile: logOf("e2e") });
	return playwrightCounts(report, code);
}

/** The file with everything that a suite prints. */
export function logOf(name: string): string {
	return join(RESULTS, `${name}.log`);
}
