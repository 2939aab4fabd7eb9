import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

/** The inner run must not inherit this run's variables. */
const env = Object.fromEntries(
	Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|DATABASE_URL)/.test(name)),
) as NodeJS.ProcessEnv;

test("vitest without a project's name runs the files of every project", async () => {
	const report = join(temporaryFolder(), "report.json");
	const files = [
		"tests/unit/lib/movements/periods.test.ts",
		"tests/integration/server/store/embedded/process-identity.test.ts",
	];
	const args = ["node_modules/vitest/vitest.mjs", "run", "--reporter=json", `--outputFile.json=${report}`, ...files];
	await promisify(execFile)(process.execPath, args, { env });
	const { success, testResults } = JSON.parse(readFileSync(report, "utf8")) as {
		success: boolean;
		testResults: unknown[];
	};
	expect({ success, files: testResults.length }).toEqual({ success: true, files: files.length });
});
