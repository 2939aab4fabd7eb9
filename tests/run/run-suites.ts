/** Runs suites on one PostgreSQL that ends with the run: one after another, some beside another. */
import { existsSync, readFileSync } from "node:fs";
import { killRunning } from "#tests/run/command.ts";
import type { Counts } from "#tests/run/counts.ts";
import { logOf, type Suite } from "#tests/run/suites.ts";
import { openTestServer } from "#tests/support/database/postgres-server.ts";

export interface SuiteResult {
	name: string;
	counts: Counts;
	seconds: number;
}

const CRASHED: Counts = { passed: 0, failed: 1, skipped: 0 };

export async function runSuites(suites: readonly Suite[]): Promise<SuiteResult[]> {
	const results: SuiteResult[] = [];
	const server = suites.some((suite) => suite.database) ? await openTestServer() : null;
	const interrupted = { by: null as NodeJS.Signals | null };
	stopWithSignals(interrupted);
	const run = async (suite: Suite, quiet: boolean): Promise<void> => {
		const began = Date.now();
		const counts = await runSuite(suite, quiet, results, interrupted.by);
		results.push({ name: suite.name, counts, seconds: Math.round((Date.now() - began) / 1000) });
	};
	try {
		// Programs started from here on use this server, and need not stop one of their own.
		if (server) process.env.DATABASE_URL = server.adminUrl;
		const isHere = (name: string | undefined) => suites.some((suite) => suite.name === name);
		let beside: { suite: Suite; ended: Promise<void> }[] = [];
		const endBeside = async () => {
			await Promise.all(beside.map(({ ended }) => ended));
			for (const { suite } of beside) showLog(suite);
			beside = [];
		};
		for (const suite of suites.filter(({ beside }) => !isHere(beside))) {
			if (suite.alone) await endBeside();
			const others = suites.filter(({ beside }) => beside === suite.name);
			beside.push(...others.map((other) => ({ suite: other, ended: run(other, true) })));
			showHeading(suite.name);
			await run(suite, false);
		}
		await endBeside();
		return results;
	} finally {
		await server?.stop();
	}
}

function showHeading(name: string): void {
	console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
}

/** Prints the output of a suite that ran while another one printed. */
function showLog({ name }: Suite): void {
	showHeading(name);
	if (existsSync(logOf(name))) process.stdout.write(readFileSync(logOf(name), "utf8"));
}

async function runSuite(
	suite: Suite,
	quiet: boolean,
	before: readonly SuiteResult[],
	interrupted: NodeJS.Signals | null,
): Promise<Counts> {
	if (interrupted) {
		console.error(`Not run: ${interrupted} came before.`);
		return CRASHED;
	}
	if (before.some(({ name, counts }) => name === suite.needs && counts.failed > 0)) {
		console.error(`Not run: it needs ${suite.needs}, which failed.`);
		return CRASHED;
	}
	return suite.run(quiet).catch((error: unknown) => {
		console.error(error);
		return CRASHED;
	});
}

/** Ends the running suite on a signal; it and the later ones count as failed, so that the last line is printed in any case. */
function stopWithSignals(interrupted: { by: NodeJS.Signals | null }): void {
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
		process.once(signal, () => {
			interrupted.by = signal;
			killRunning();
		});
}
