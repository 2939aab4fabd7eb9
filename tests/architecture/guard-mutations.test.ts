import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KNOWN_BY_TESTS } from "#tests/simulation/mutations/known-by-tests.ts";
import { ON_THE_WIRE } from "#tests/simulation/mutations/on-the-wire.ts";
import { guardsOf, readGuards } from "#tests/simulation/mutations/read-guards.ts";
import { sourceEdits } from "#tests/simulation/mutations/source-edits.ts";
import { MUTATIONS } from "#tests/simulation/mutations.ts";

const GUARDS = readGuards();
const NAMES = GUARDS.map(({ name }) => name);
const BROKEN = [...MUTATIONS, ...ON_THE_WIRE, ...KNOWN_BY_TESTS.map((each) => ({ edits: [], ...each }))];

test("a guard stands in one place, under a name of lower-case words", () => {
	expect(NAMES.length).toBeGreaterThan(40);
	expect(NAMES.filter((name, place) => NAMES.indexOf(name) !== place)).toEqual([]);
	expect(NAMES.filter((name) => !/^[a-z]+(-[a-z]+)+$/.test(name))).toEqual([]);
});

test.each(BROKEN)("$name: its guards are found, and what they hold is changed", ({ edits }) => {
	for (const { find, replace } of sourceEdits(edits)) {
		const code = find.slice(find.indexOf("\n"));
		expect(replace.trim()).not.toBe(code.trim());
	}
});

test.each(KNOWN_BY_TESTS)("$name: the test that must see it is there", ({ file, test: title }) => {
	expect(readFileSync(`tests/${file}.test.ts`, "utf8")).toContain(title);
});

test("for each kind of change that the database refuses one admin, a test takes its guard out", () => {
	const texts = (pattern: string) => globSync(pattern).map((file) => readFileSync(file, "utf8"));
	const migrations = texts("server/store/migrations/*.sql").join();
	const kinds = [...migrations.matchAll(/guard_change\('(\w+)'/g)].map(([, kind]) => kind);
	const tests = texts("tests/integration/**/*.test.ts")
		.filter((text) => text.includes("needsSecondAdmin("))
		.join();
	expect(kinds.length).toBeGreaterThan(15);
	expect(kinds.filter((kind) => !tests.includes(`"${kind}"`))).toEqual([]);
});

test("no guard stands in the code that no mutation takes out", () => {
	const taken = new Set(BROKEN.flatMap(({ edits }) => edits.map(({ guard }) => guard)));
	expect(NAMES.filter((name) => !taken.has(name))).toEqual([]);
});

test("a guard holds one statement, whatever lines it stands on, or one link of a chain", () => {
	const code = [
		"\t// guard: all-of-it\n\tconst a = call(\n\t\tb,\n\t);\n\tnext();",
		"\t// guard: both-lines\n\tif (a)\n\t\treturn b;\n\tnext();",
		"\t// guard: block-and-all\n\tif (a) {\n\t\tb();\n\t}\n\tnext();",
		"\t\t// guard: one-link\n\t\t.where(a)\n\t\t.where(b)",
		"\t// guard: template-too\n\tsql`a,\n\t\tb`;\n\tnext();",
	];
	expect(code.flatMap((text) => guardsOf("a.ts", text).map((guard) => guard.code))).toEqual([
		"\tconst a = call(\n\t\tb,\n\t);",
		"\tif (a)\n\t\treturn b;",
		"\tif (a) {\n\t\tb();\n\t}",
		"\t\t.where(a)",
		"\tsql`a,\n\t\tb`;",
	]);
});

test("a mutation whose guard, or whose piece of it, is gone is a failure, not a pass", () => {
	expect(() => sourceEdits([{ guard: "nowhere-at-all" }])).toThrow("does not find its one guard");
	expect(() => sourceEdits([{ guard: "lanes-are-counted", swap: { "a text that is not there": "" } }])).toThrow(
		"does not find a text",
	);
});
