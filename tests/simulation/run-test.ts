/** Runs one test of the desk on the changed sources and on copies of the changed database. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestedMutation } from "#tests/simulation/mutations/mutation.ts";
import { sourceEdits } from "#tests/simulation/mutations/source-edits.ts";

const LONGEST_MS = 300_000;

interface TestReport {
	testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** The names of the tests that failed; null when none was run. */
export async function failedTests(
	{ edits = [], file, test }: TestedMutation,
	adminUrl: string,
	template: string,
): Promise<string[] | null> {
	const folder = mkdtempSync(join(tmpdir(), "cauri-mutation-"));
	const output = join(folder, "report.json");
	const title = test.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
	// The other projects would be set up for nothing.
	const projects = (file.startsWith("unit/") ? ["unit"] : ["integration", "programs"]).flatMap((name) => [
		"--project",
		name,
	]);
	const args = ["node_modules/vitest/vitest.mjs", "run", `tests/${file}.test.ts`, "-t", title, ...projects];
	const env = {
		...process.env,
		DATABASE_URL: adminUrl,
		SIMULATION_EDITS: JSON.stringify(sourceEdits(edits)),
		SIMULATION_TEMPLATE: template,
	};
	try {
		await new Promise<void>((resolve) => {
			const told = [...args, "--reporter=json", `--outputFile=${output}`];
			execFile(process.execPath, told, { env, timeout: LONGEST_MS, maxBuffer: 2 ** 26 }, () => resolve());
		});
		const { testResults } = JSON.parse(readFileSync(output, "utf8")) as TestReport;
		const results = testResults.flatMap(({ assertionResults }) => assertionResults);
		const run = results.filter(({ status }) => status === "passed" || status === "failed");
		return run.length === 0 ? null : run.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
	} catch {
		return null;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
