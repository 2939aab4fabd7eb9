import { basename } from "node:path";
import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const PRODUCT = sourceFiles().filter((file) => !file.startsWith("tests/"));
/** Without this file, which quotes the patterns that it forbids. */
const ALL = sourceFiles().filter((file) => file !== "tests/architecture/contributing.test.ts");
const TESTS = ALL.filter((file) => /^tests\/.*\.(test|spec|part)\.tsx?$/.test(file));
const FEATURE_IMPORT = /^import \{([^}]+)\} from "#(server\/(?!http\/|store\/|exports\/)\w+\/[^"]+)";/gm;

function offenders(files: readonly string[], offends: (text: string, file: string) => boolean): string[] {
	return files.filter((file) => offends(readSource(file), file));
}

/** "decide-payout" with its words joined: `decidePayout`. */
function joined(file: string): string {
	return basename(file)
		.replace(/\.tsx?$/, "")
		.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function linesBelowImports(text: string): number {
	const last = [...text.matchAll(/^import\b[^;]*;$/gm)].at(-1);
	return text
		.slice(last ? last.index + last[0].length : 0)
		.trim()
		.split("\n").length;
}

function belowDirectives(text: string): string {
	return text.replace(/^(#!.*\n)?("use client";\n)?/, "");
}

function saysItsPurpose(text: string): boolean {
	return belowDirectives(text).startsWith("/**") || /\*\/\nexport /.test(text);
}

test("no file has more than 300 lines, no page or route more than 40 and no component more than 150 below its imports", () => {
	const tooLong = (files: readonly string[], most: number) =>
		offenders(files, (text) => linesBelowImports(text) > most);
	expect(offenders(sourceFiles(), (text) => text.trimEnd().split("\n").length > 300)).toEqual([]);
	const routes = PRODUCT.filter((file) => file.startsWith("app/"));
	expect(routes.length).toBeGreaterThan(100);
	expect(tooLong(routes, 40)).toEqual([]);
	expect(tooLong(PRODUCT.filter(isComponent), 150)).toEqual([]);
});

test("every file of lib and server says what it is for, at its head or above what it exports", () => {
	const files = PRODUCT.filter((file) => /^(lib|server)\//.test(file));
	expect(files.length).toBeGreaterThan(400);
	expect(offenders(files, (text) => !saysItsPurpose(text))).toEqual([]);
	expect(saysItsPurpose('import { a } from "b";\n\nexport const c = a;\n')).toBe(false);
});

test("a component has a file of its name", () => {
	const named = (text: string, file: string) =>
		new RegExp(`^export (default )?(async )?(function|const) ${joined(file)}\\b`, "im").test(text);
	expect(offenders(PRODUCT.filter(isComponent), (text, file) => !named(text, file))).toEqual([]);
});

function isComponent(file: string): boolean {
	return /^components\/.*(?<!need-text|subject-text|-figures)\.tsx$/.test(file);
}

test("what a page or a route calls has a file of its name", () => {
	const calls = PRODUCT.filter((file) => file.startsWith("app/")).flatMap((route) =>
		[...readSource(route).matchAll(FEATURE_IMPORT)].map(([, names = "", file = ""]) => ({
			route,
			file,
			names: names.split(",").map((name) => name.trim()),
		})),
	);
	expect(calls.length).toBeGreaterThan(80);
	expect(calls.filter(({ file, names }) => !names.includes(joined(file)))).toEqual([]);
});

test("imports lead by the house's own names, with their ending, and nothing is passed on", () => {
	expect(offenders(ALL, (text) => /(\bfrom |\bimport\(?\s*)"#[^".]*"/.test(text))).toEqual([]);
	expect(offenders(PRODUCT, (text) => /(\bfrom |\bimport\()"\.[^"]*\.tsx?"/.test(text))).toEqual([]);
	// A file that Next finds by its name may re-export a component as its default.
	const passesOn = (text: string) => /^export (type )?(\*|\{(?! \w+ as default \})[^}]*\}) from/m.test(text);
	expect(offenders(ALL, passesOn)).toEqual([]);
	expect(passesOn('export * from "node:fs";')).toBe(true);
});

test("money is never a float: what makes one of a text, or a text of one, stands nowhere near it", () => {
	const money = /(amount|minor|balance|decimal|fee|money)/i;
	const makesFloat = (text: string) =>
		/\bparseFloat\(|\.toFixed\(/.test(text) ||
		[...text.matchAll(/\bNumber\(([^()]*)\)/g)].some(([, of = ""]) => money.test(of));
	expect(offenders(PRODUCT, makesFloat)).toEqual([]);
	expect(makesFloat("const sum = Number(row.amount) + 1;")).toBe(true);
});

/** Comments of more than three lines. Lines from the list of thrown errors on are not counted. */
function longComments(text: string): string[] {
	const comments = text.match(/^[ \t]*\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm) ?? [];
	return comments.filter((comment) => {
		const lines = comment.split("\n").filter((line) => /\w/.test(line));
		const thrown = lines.findIndex((line) => /\bThrows /.test(line));
		return (thrown < 0 ? lines.length : thrown) > 3;
	});
}

test("a comment has three lines at most, but for the errors that are thrown", () => {
	expect(offenders(ALL, (text) => longComments(text).length > 0)).toEqual([]);
	expect(longComments("// one\n// two\n// three\n// four\ncode();\n")).toHaveLength(1);
	expect(longComments("/**\n * One\n * two\n * three.\n * Throws four,\n * five.\n */\n")).toEqual([]);
	expect(longComments("/**\n * One\n * two\n * three\n * four.\n * Throws five.\n */\n")).toHaveLength(1);
});

test("a docstring touches what it describes; a blank line follows only the one at the head of a file", () => {
	const isApart = (text: string) => /\n\s*\/\*\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*\n[ \t]*\n/.test(belowDirectives(text));
	expect(offenders(ALL, isApart)).toEqual([]);
	expect(isApart("code();\n\n/** One. */\n\nconst two = 2;\n")).toBe(true);
	expect(isApart("/** The file. */\n\n/** Two. */\nconst two = 2;\n")).toBe(false);
});

test("tests are not skipped, but where a machine cannot hold them", () => {
	// `runIf` is allowed, because not every machine can mount a disk or run tests as root.
	const skips = /\b(test|describe|it)(\.\w+)*\.(skip|only|todo|fixme|fails|skipIf)\b/;
	expect(offenders(TESTS, (text) => skips.test(text))).toEqual([]);
});

test("a test's name tells what is so, not that something works or should be", () => {
	const says = /\b(?:test|it)(?:\.\w+(?:\([^)]*\))?)*\(\s*["'`](?:it )?(?:should|works?|is correct|handles)\b/;
	expect(offenders(TESTS, (text) => says.test(text))).toEqual([]);
	expect(says.test('test("should add up", () => {})')).toBe(true);
});
