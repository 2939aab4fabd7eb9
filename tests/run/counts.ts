/** Reads a suite's counts from its own report; a crash or an empty run counts as failed. */
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

export interface Counts {
	passed: number;
	failed: number;
	skipped: number;
}

const vitestSchema = z.object({
	testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});
const playwrightSchema = z.object({
	stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
	errors: z.array(z.unknown()),
});

export function vitestCounts(file: string, exitCode: number | null): Counts {
	const report = readReport(file, vitestSchema);
	if (!report) return judged({ passed: 0, failed: 0, skipped: 0 }, exitCode);
	const statuses = report.testResults.flatMap((result) => {
		const tests = result.assertionResults.map((test) => test.status);
		// A failed file without a failed test could not be loaded, or its set-up broke.
		return result.status === "failed" && !tests.includes("failed") ? [...tests, "failed"] : tests;
	});
	const passed = statuses.filter((status) => status === "passed").length;
	const failed = statuses.filter((status) => status === "failed").length;
	return judged({ passed, failed, skipped: statuses.length - passed - failed }, exitCode);
}

export function playwrightCounts(file: string, exitCode: number | null): Counts {
	const report = readReport(file, playwrightSchema);
	if (!report) return judged({ passed: 0, failed: 0, skipped: 0 }, exitCode);
	const { expected, unexpected, flaky, skipped } = report.stats;
	return judged({ passed: expected + flaky, failed: unexpected + report.errors.length, skipped }, exitCode);
}

const countsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

/** For a program of ours that writes its own counts. */
export function ownCounts(file: string, exitCode: number | null): Counts {
	return judged(readReport(file, countsSchema) ?? { passed: 0, failed: 0, skipped: 0 }, exitCode);
}

/** For a command that is one check. */
export function exitCounts(exitCode: number | null): Counts {
	return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
}

export function sum(all: readonly Counts[]): Counts {
	return all.reduce(
		(total, counts) => ({
			passed: total.passed + counts.passed,
			failed: total.failed + counts.failed,
			skipped: total.skipped + counts.skipped,
		}),
		{ passed: 0, failed: 0, skipped: 0 },
	);
}

function judged(counts: Counts, exitCode: number | null): Counts {
	const empty = counts.passed + counts.failed === 0;
	return (exitCode !== 0 || empty) && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readReport<T>(file: string, schema: z.ZodType<T>): T | null {
	if (!existsSync(file)) return null;
	try {
		return schema.parse(JSON.parse(readFileSync(file, "utf8")));
	} catch {
		return null;
	}
}
