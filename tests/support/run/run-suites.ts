/** Runs suites on one PostgreSQL that goes with the run, however they end: one after another, some beside the others. */
import { readFileSync } from "node:fs";

import { openTestServer } from "#tests/support/postgres-server.ts";
import { killRunning } from "#tests/support/run/command.ts";
import type { Counts } from "#tests/support/run/counts.ts";
import { logOf, type Suite } from "#tests/support/run/suites.ts";

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
	const run = async (suite: Suite): Promise<void> => {
		const began = Date.now();
		const counts = await runSuite(suite, results, interrupted.by);
		results.push({ name: suite.name, counts, seconds: Math.round((Date.now() - began) / 1000) });
	};
	const beside: Promise<void>[] = [];
	try {
		// Whoever is started from here on uses it, and need not be trusted to stop one of its own.
		if (server) process.env.DATABASE_URL = server.adminUrl;
		for (const suite of suites) {
			if (suite.beside) {
				beside.push(run(suite).then(() => showLog(suite)));
				continue;
			}
			if (suite.alone) await Promise.all(beside);
			heading(suite.name);
			await run(suite);
		}
		await Promise.all(beside);
		return results.toSorted((a, b) => place(suites, a) - place(suites, b));
	} finally {
		await server?.stop();
	}
}

function heading(name: string): void {
	console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
}

/** What it said while others spoke. */
function showLog({ name }: Suite): void {
	heading(name);
	process.stdout.write(readFileSync(logOf(name), "utf8"));
}

function place(suites: readonly Suite[], { name }: SuiteResult): number {
	return suites.findIndex((suite) => suite.name === name);
}

async function runSuite(
	suite: Suite,
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
	return suite.run().catch((error: unknown) => {
		console.error(error);
		return CRASHED;
	});
}

/** What runs is ended and counts as failed, what comes after it too: the last line is said in any case. */
function stopWithSignals(interrupted: { by: NodeJS.Signals | null }): void {
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
		process.once(signal, () => {
			interrupted.by = signal;
			killRunning();
		});
}
