import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "#tests/architecture/read-imports.ts";

const SUPPORT = "tests/support";
const MOST_FILES = 25;
/** A file that the setup of all tests names does not belong to one test. */
const CONFIGS = ["vitest.config.ts", "playwright.config.ts"];

const MENTION = /tests\/[\w./-]+\.tsx?/g;

/** For each file of the tests, the files that import it or start it as a program. */
function readUses(): Map<string, Set<string>> {
	const uses = new Map<string, Set<string>>();
	for (const file of [...sourceFiles().filter((each) => each.startsWith("tests/")), ...CONFIGS]) {
		for (const [named] of readFileSync(file, "utf8").matchAll(MENTION)) {
			if (named !== file) uses.set(named, (uses.get(named) ?? new Set()).add(file));
		}
	}
	return uses;
}

/** Returns the tests and programs that reach this file, directly or through other files. */
function usersOf(file: string, uses: ReadonlyMap<string, ReadonlySet<string>>, seen = new Set<string>()): Set<string> {
	const users = new Set<string>();
	if (seen.has(file)) return users;
	seen.add(file);
	for (const user of uses.get(file) ?? []) {
		for (const each of uses.has(user) ? usersOf(user, uses, seen) : [user]) users.add(each);
	}
	return users;
}

test("what one test alone uses stands beside that test, not in the support of all", () => {
	const uses = readUses();
	const supports = sourceFiles().filter((file) => file.startsWith(`${SUPPORT}/`));
	expect(supports.length).toBeGreaterThan(20);
	const users = supports.map((file) => [file, [...usersOf(file, uses)]] as const);
	const lonely = users.filter(([, by]) => by.length < 2 && !by.some((user) => CONFIGS.includes(user)));
	expect(lonely.map(([file, by]) => `${file} ← ${by.join()}`)).toEqual([]);
});

const IMPORTED = /^import (?:type )?\{([^}]*)\} from "#(tests\/[\w./-]+)";/gm;
const EXPORTED = /^export (?:async |const )*(?:function\*?|class|interface|type|const)?\s*(\w+)/gm;

/** The files that import a name; a key is "tests/support/contexts.ts fixedClock". */
function readImporters(): Map<string, Set<string>> {
	const importers = new Map<string, Set<string>>();
	for (const file of sourceFiles().filter((each) => each.startsWith("tests/"))) {
		for (const [, names = "", from] of readFileSync(file, "utf8").matchAll(IMPORTED)) {
			for (const name of names.match(/\w+(?= as)|\w+(?=\s*(?:,|$))/g) ?? []) {
				const key = `${from} ${name}`;
				importers.set(key, (importers.get(key) ?? new Set()).add(file));
			}
		}
	}
	return importers;
}

/** The exports that a file does not use itself. */
function giftsOf(file: string): string[] {
	const source = readFileSync(file, "utf8");
	const names = [...source.matchAll(EXPORTED)].map(([, name = ""]) => name);
	return names.filter((name) => name !== "default" && source.match(new RegExp(`\\b${name}\\b`, "g"))?.length === 1);
}

test("nor does a file of the support give what one test alone takes, and the file itself has no use for", () => {
	const [uses, importers] = [readUses(), readImporters()];
	const supports = sourceFiles().filter((file) => file.startsWith(`${SUPPORT}/`));
	const gifts = supports.flatMap((file) => giftsOf(file).map((name) => `${file} ${name}`));
	expect(gifts.length).toBeGreaterThan(50);
	const takersOf = (gift: string) => {
		const takers = [...(importers.get(gift) ?? [])];
		return new Set(takers.flatMap((file) => (uses.has(file) ? [...usersOf(file, uses)] : [file])));
	};
	const lonely = gifts.map((gift) => [gift, [...takersOf(gift)]] as const).filter(([, by]) => by.length === 1);
	expect(lonely.map(([gift, by]) => `${gift} ← ${by.join()}`)).toEqual([]);
});

test("a file that one test uses through another of the support would be found", () => {
	const uses = new Map([
		["one", new Set(["a.test.ts"])],
		["behind one", new Set(["one"])],
		["two", new Set(["a.test.ts", "b.test.ts"])],
		["behind two", new Set(["two"])],
	]);
	const counts = [...uses.keys()].map((file) => usersOf(file, uses).size);
	expect(counts).toEqual([1, 1, 2, 2]);
});

test("no folder of the support holds more files than one looks over", () => {
	const folders = readdirSync(SUPPORT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
	const names = [SUPPORT, ...folders.map((entry) => join(entry.parentPath, entry.name))];
	expect(names.length).toBeGreaterThan(4);
	expect(
		names.filter(
			(name) => readdirSync(name, { withFileTypes: true }).filter((each) => each.isFile()).length > MOST_FILES,
		),
	).toEqual([]);
});

test("a test file that replaces a module has a process of its own: vitest.config.ts names it", () => {
	const config = readFileSync("vitest.config.ts", "utf8");
	const replacing = sourceFiles().filter(
		(file) => /^tests\/(unit|integration)\//.test(file) && /\bvi\.(?:do)?[mM]ock\(/.test(readFileSync(file, "utf8")),
	);
	expect(replacing).not.toEqual([]);
	expect(replacing.filter((file) => !config.includes(`"${file}"`))).toEqual([]);
});
