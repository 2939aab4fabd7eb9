/** The simulation's database is a model: here a real PostgreSQL follows it, statement by statement, and must say the same. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type Edit, MUTATIONS, type Mutation } from "#tests/simulation/mutations.ts";
import type { ComparisonReport } from "#tests/simulation/postgres/compare.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { url } = await createTestDatabase();

async function compare(seeds: number, edits: readonly Edit[] = [], ...options: string[]): Promise<ComparisonReport> {
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

const PERMIT = {
	file: "server/payments/move-payment.ts",
	find: `.where("state", "=", payment.state)
		.where("version", "=", payment.version)`,
	replace: "",
};
const LANE = {
	file: "server/payments/send/take-permit.ts",
	find: "return (await payoutsOnTheWire(trx, payment)).count < lanes;",
	replace: "return true;",
};
const ONE_PERSON = MUTATIONS.find(({ name }) => name.includes("settled by one person"));
const MAKER = MUTATIONS.find(({ name }) => name.includes("the maker approves"));

// The program alone is changed: the database is the last that can refuse.
const LAST_GUARDS = [
	{ guard: "one attempt for each payment", edits: [PERMIT, LANE] },
	{ guard: "two people settle", edits: inProgram(ONE_PERSON) },
	{ guard: "the maker does not approve", edits: inProgram(MAKER) },
];

function inProgram(mutation: Mutation | undefined): readonly Edit[] {
	const edits = mutation?.edits.filter(({ file }) => file.startsWith("server/")) ?? [];
	if (edits.length === 0) throw new Error("the mutation is gone");
	return edits;
}

test.each(LAST_GUARDS)(
	"though the program forgets it, $guard: PostgreSQL refuses what the model refuses",
	async ({ edits }) => {
		const report = await compare(3, edits, "refusals");
		expect(report.differences).toEqual([]);
		expect(report.seeds).toBe(3);
		expect(report.errors).toBeGreaterThan(0);
	},
	600_000,
);
