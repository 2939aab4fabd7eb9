/** What comments cite stands where they say: a page, a part of it by its first words, a rule by its number. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const COMMENT = /^.*(?:\/\*\*|^\s*\*|\/\/).*$/gm;
/** Page; then nothing, a rule's or an invariant's number, a part's first words in quotes, or what is none of these. */
const CITED = /(?<![\w/])(?:docs\/)?([\w-]+)\.md(?:,? (?:rules? \d|I\d)|, "([^"]+)"|(,[^;\n]*))?/g;
/** It quotes what it forbids; and a page that is made, not kept. */
const OTHERS = ["tests/architecture/citations.test.ts", "tests/gallery.ts"];

/** What stands on no page. */
function misquoted(comment: string): string[] {
	return [...comment.matchAll(CITED)].flatMap(([cited, name, part = "", other]) => {
		const page = [`docs/${name}.md`, `${name}.md`].find((path) => existsSync(path));
		if (page === undefined || other !== undefined) return [cited];
		const lines = readSource(page).split("\n");
		return lines.some((line) => line.replace(/^(#+ |\*\*)/, "").startsWith(part)) ? [] : [cited];
	});
}

test("every page that a comment cites exists, and has the part that is cited", () => {
	const cited = sourceFiles()
		.filter((file) => !OTHERS.includes(file))
		.flatMap((file) => [...readSource(file).matchAll(COMMENT)].map(([line]) => ({ file, line })));
	expect(cited.filter(({ line }) => line.match(CITED)).length).toBeGreaterThan(30);
	expect(cited.filter(({ line }) => misquoted(line).length > 0)).toEqual([]);
});

test("a citation of what stands on no page would be found", () => {
	expect(misquoted('see payments.md, "The rules", docs/payments.md rule 8 and (docs/security.md)')).toEqual([]);
	expect(misquoted('see payments.md, "Faults × what must happen"')).toHaveLength(1);
	expect(misquoted("see payments.md, states; refunds.md")).toHaveLength(2);
});

test("every rule that the code names by its number is one of the page's rules", () => {
	const rules = new Set([...readSource("docs/payments.md").matchAll(/^(\d+)\. /gm)].map(([, number]) => number));
	const cited = sourceFiles().flatMap((file) =>
		[...readSource(file).matchAll(/payments\.md,? rules? ([\d, and]+)/g)].flatMap(([, numbers = ""]) =>
			(numbers.match(/\d+/g) ?? []).map((number) => ({ file, number })),
		),
	);
	expect(cited.length).toBeGreaterThan(10);
	expect(cited.filter(({ number }) => !rules.has(number))).toEqual([]);
	expect(rules.size).toBe(22);
});
