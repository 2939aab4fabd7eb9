/** docs/payments.md claims nothing that no test shows: each claim is a test's exact title beside the file that has it. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

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

test("every rule that the code names by its number is one of the page's rules", () => {
	const rules = new Set([...page.matchAll(/^(\d+)\. /gm)].map(([, number]) => number));
	const cited = sourceFiles().flatMap((file) =>
		[...readSource(file).matchAll(/payments\.md,? rules? ([\d, and]+)/g)].flatMap(([, numbers = ""]) =>
			(numbers.match(/\d+/g) ?? []).map((number) => ({ file, number })),
		),
	);
	expect(cited.length).toBeGreaterThan(10);
	expect(cited.filter(({ number }) => !rules.has(number))).toEqual([]);
	expect(rules.size).toBe(22);
});

/** A title stands whole between its quotes; what `each` puts in for `%s` or `$name` is not part of it. */
function hasTest(source: string, title: string): boolean {
	return ['"', "`"].some((quote) => source.includes(`${quote}${title}${quote}`));
}
