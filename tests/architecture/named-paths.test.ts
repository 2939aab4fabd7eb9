/** A path or file that a page names in `backticks` is one of the repository: who moves a file is told which pages speak of it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSource } from "#tests/architecture/read-imports.ts";

const PAGES = ["README.md", "CONTRIBUTING.md", ...readdirSync("docs").flatMap(asPage)];
const PATHS = [...["app", "components", "docs", "lib", "server", "tests"].flatMap(pathsIn), ...readdirSync(".")];
const FILE = /^[\w.()[\]-]+\.(ts|tsx|sql)$/;
const PATH = /^[\w.()-]+(\/[\w.()[\]-]+)+\/?$/;

/** What is no path of ours, and why. */
const OTHERS: Record<string, string> = {
	"server/store/migrations/NNNN-what.sql": "the form of such names",
	"application/json": "a type of content",
};

function asPage(name: string): string[] {
	return name.endsWith(".md") ? [`docs/${name}`] : [];
}

function pathsIn(top: string): string[] {
	return [top, ...readdirSync(top, { recursive: true, encoding: "utf8" }).map((name) => join(top, name))];
}

/** Outside of blocks, which hold commands and pictures. `DATA_DIR/…` stands on the disk of whoever runs the desk. */
function namedIn(text: string): string[] {
	const inline = [...text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
	return inline.filter(
		(code) => (FILE.test(code) || PATH.test(code)) && !code.startsWith("DATA_DIR/") && !(code in OTHERS),
	);
}

/** From any folder down, and without the ending, as a room or a file of it is called. */
function isThere(name: string): boolean {
	const ends = ["", ".ts", ".tsx"].map((ending) => name.replace(/\/$/, "") + ending);
	return PATHS.some((path) => ends.some((end) => path === end || path.endsWith(`/${end}`)));
}

test("every path that a page names exists", () => {
	const named = PAGES.flatMap((page) => namedIn(readSource(page)).map((name) => ({ page, name })));
	expect(named.length).toBeGreaterThan(200);
	expect(named.filter(({ name }) => !isThere(name))).toEqual([]);
});

test("a path that is gone would be found, with its ending or without", () => {
	expect(namedIn("see `array-rows.ts` and `payments/gone`, not `DATA_DIR/head` or `npm test`")).toEqual([
		"array-rows.ts",
		"payments/gone",
	]);
	expect(["array-rows.ts", "payments/gone", "payments/stop"].filter(isThere)).toEqual(["payments/stop"]);
});
