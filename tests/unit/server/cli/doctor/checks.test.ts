import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Desk, examine } from "#server/cli/doctor/check.ts";
import { DATABASE_CHECKS } from "#server/cli/doctor/database-checks.ts";
import { MACHINE_CHECKS } from "#server/cli/doctor/machine-checks.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

async function verdictOf(id: string, desk: Partial<Desk>): Promise<string | undefined> {
	const whole: Desk = {
		env: { NODE_ENV: "test" },
		dataDir: "",
		config: null,
		faults: [],
		database: null,
		figures: null,
		...desk,
	};
	const findings = await examine([...MACHINE_CHECKS, ...DATABASE_CHECKS], whole);
	return findings.find((finding) => finding.id === id)?.verdict;
}

test("what the doctor says to do about a readable folder of data ends its warning", async () => {
	const dataDir = temporaryFolder();
	mkdirSync(join(dataDir, "logs"), { mode: 0o755 });
	chmodSync(dataDir, 0o755);
	expect(await verdictOf("data-folder-private", { dataDir })).toBe("warning");
	chmodSync(dataDir, 0o700);
	expect(await verdictOf("data-folder-private", { dataDir })).toBe("good");
});

test("a database that was not asked, because a setting is wrong, is no database that does not answer", async () => {
	expect(await verdictOf("database", { faults: ["PORT must be a whole number"] })).toBe("not_checked");
});
