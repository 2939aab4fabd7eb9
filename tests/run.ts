/** `npm test [suite …]` runs every check, the named ones, or the `quick` ones. Its last line is the result: `N passed, N failed`. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { sum } from "#tests/run/counts.ts";
import { runSuites } from "#tests/run/run-suites.ts";
import { logOf, QUICK, RESULTS, suites } from "#tests/run/suites.ts";
import { memoryFolder } from "#tests/support/files/memory-folder.ts";

const LINES_OF_A_FAILURE = 40;
const all = suites(`canary-${randomBytes(16).toString("hex")}`);
const named = process.argv.slice(2).flatMap((name) => (name === "quick" ? QUICK : [name]));
const unknown = named.filter((name) => !all.some((suite) => suite.name === name));
if (unknown.length > 0) {
	console.error(
		`No such suite: ${unknown.join(", ")}. There are: ${all.map((suite) => suite.name).join(", ")}; quick is ${QUICK.join(", ")}.`,
	);
	process.exit(1);
}
// The browser tests and the torture need a build of the present sources.
const wanted = all.filter(
	({ name }) =>
		named.length === 0 ||
		named.includes(name) ||
		(name === "build" && all.some(({ name, needs }) => needs === "build" && named.includes(name))),
);

// Hundreds of programs are started, so they share their compiled code.
process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/node");
keepTemporaryFilesInMemory();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const results = await runSuites(wanted);

for (const { name } of results.filter(({ counts }) => counts.failed > 0)) showEnd(name);
console.log(`\n── all ${"─".repeat(57)}`);
for (const { name, counts, seconds } of results) {
	const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
	console.log(
		`${name.padEnd(14)}${String(counts.passed).padStart(5)} passed${String(counts.failed).padStart(5)} failed${skipped}  (${seconds} s)`,
	);
}
const total = sum(results.map((result) => result.counts));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

/** Prints the last lines of a failed suite again, for people who read only the end of the output. */
function showEnd(name: string): void {
	const log = logOf(name);
	if (!existsSync(log)) return;
	console.log(`\n── end of ${name} ${"─".repeat(53 - name.length)}`);
	console.log(readFileSync(log, "utf8").trimEnd().split("\n").slice(-LINES_OF_A_FAILURE).join("\n"));
}

/** Profiles of browsers, data folders and clusters are deleted at the end, so they need not reach a disk. */
function keepTemporaryFilesInMemory(): void {
	const memory = memoryFolder();
	if (!memory || process.env.TMPDIR) return;
	const folder = mkdtempSync(join(memory, "cauri-tests-"));
	// PostgreSQL started as root runs under another account, which creates files here too.
	chmodSync(folder, 0o1777);
	process.env.TMPDIR = folder;
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}
