/** Runs suites one after another, on one PostgreSQL that goes with the run, however the suites end. */

import { openTestServer } from "#tests/support/postgres-server.ts";
import { killRunning } from "#tests/support/run/command.ts";
import type { Counts } from "#tests/support/run/counts.ts";
import type { Suite } from "#tests/support/run/suites.ts";

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
	try {
		// Whoever is started from here on uses it, and need not be trusted to stop one of its own.
		if (server) process.env.DATABASE_URL = server.adminUrl;
		for (const suite of suites) {
			console.log(`\n── ${suite.name} ${"─".repeat(60 - suite.name.length)}`);
			const began = Date.now();
			const counts = await runSuite(suite, results, interrupted.by);
			results.push({ name: suite.name, counts, seconds: Math.round((Date.now() - began) / 1000) });
		}
		return results;
	} finally {
		await server?.stop();
	}
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
