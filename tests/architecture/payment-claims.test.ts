/** docs/payments.md claims nothing that no test shows: each claim is a test's exact title beside the file that has it. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const PAGE = "docs/payments.md";
const page = readFileSync(PAGE, "utf8");
const claims = page
	.split("\n")
	.filter((line) => line.startsWith('- "'))
	.map((line) => {
		const [, title, path] = /^- "(.+)" \(\[[^\]]+\]\(([^)]+)\)\)$/.exec(line) ?? [];
		return { line, title, file: path === undefined ? undefined : join(dirname(PAGE), path) };
	});

test("every claim has the form of a claim, and there are many", () => {
	expect(claims.filter(({ title }) => title === undefined)).toEqual([]);
	expect(claims.length).toBeGreaterThan(60);
});

test("every claim is the exact title of a test in the file that it names", () => {
	const bare = claims.filter(
		({ title = "", file = "" }) => !existsSync(file) || !hasTest(readFileSync(file, "utf8"), title),
	);
	expect(bare.map(({ line }) => line)).toEqual([]);
});

/** A title stands whole between its quotes; what `each` puts in for `%s` or `$name` is not part of it. */
function hasTest(source: string, title: string): boolean {
	return ['"', "`"].some((quote) => source.includes(`${quote}${title}${quote}`));
}
