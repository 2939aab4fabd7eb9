/** The simulation's database is a model: here a real PostgreSQL follows it, statement by statement, and must say the same. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { LAST_GUARDS } from "#tests/simulation/mutations/last-guards.ts";
import { type SourceEdit, sourceEdits } from "#tests/simulation/mutations/source-edits.ts";
import type { ComparisonReport } from "#tests/simulation/postgres/compare.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { url } = await createTestDatabase();

async function compare(
	seeds: number,
	edits: readonly SourceEdit[] = [],
	...options: string[]
): Promise<ComparisonReport> {
	const program = ["--import", "./tests/simulation/ports/hooks.ts", "tests/simulation/postgres/compare.ts"];
	const { stdout } = await promisify(execFile)(process.execPath, [...program, url, String(seeds), ...options], {
		env: { ...process.env, SIMULATION_EDITS: JSON.stringify(edits) },
		maxBuffer: 16 * 1_024 ** 2,
	});
	return JSON.parse(stdout) as ComparisonReport;
}

const SEEDS = 24;

test("24 seeds: PostgreSQL gives the same answer to every statement, waits where the model waits, and ends with the same rows", async () => {
	const report = await compare(SEEDS);
	expect(report.differences).toEqual([]);
	expect(report.seeds).toBe(SEEDS);
	expect(report.statements).toBeGreaterThan(SEEDS * 100);
	expect(report.waits).toBeGreaterThan(5);
}, 600_000);

test.each(LAST_GUARDS)(
	"though the program forgets it, $name: PostgreSQL refuses what the model refuses",
	async ({ edits }) => {
		const report = await compare(3, sourceEdits(edits), "refusals");
		expect(report.differences).toEqual([]);
		expect(report.seeds).toBe(3);
		expect(report.errors).toBeGreaterThan(0);
	},
	600_000,
);
