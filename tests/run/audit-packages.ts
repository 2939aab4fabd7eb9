/** Checks the desk's packages for known vulnerabilities. It says when the registry does not answer, and does not fail then. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { readJson } from "#lib/text/read-json.ts";
import type { Counts } from "#tests/run/counts.ts";

const ANSWER_LIMIT_MS = 60_000;
const reportSchema = z.object({
	vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), via: z.array(z.unknown()) })),
});
const SERIOUS = ["high", "critical"];

export async function auditPackages(): Promise<Counts> {
	const output = await ask();
	const report = reportSchema.safeParse(readJson(output));
	if (!report.success) {
		console.log(
			"The registry did not say what it knows of our packages: not judged. Run npm audit where it can be reached.",
		);
		return { passed: 0, failed: 0, skipped: 1 };
	}
	const serious = Object.entries(report.data.vulnerabilities).filter(([, { severity }]) => SERIOUS.includes(severity));
	for (const [name, { severity, via }] of serious)
		console.error(`${name}: ${severity} ${JSON.stringify(via).slice(0, 400)}`);
	console.log(`npm audit: ${serious.length} packages with a serious hole.`);
	return { passed: serious.length === 0 ? 1 : 0, failed: serious.length, skipped: 0 };
}

/** npm exits with 1 when it finds something, but still prints its report. */
async function ask(): Promise<string> {
	const args = ["audit", "--json", "--omit=dev", "--fetch-retries=0"];
	try {
		return (await promisify(execFile)("npm", args, { timeout: ANSWER_LIMIT_MS, maxBuffer: 16_000_000 })).stdout;
	} catch (error) {
		return (error as { stdout?: string }).stdout ?? "";
	}
}
