/** Requires a version of Next.js without known holes, and forbids the features that had holes and that the desk does not need. */
import { globSync, readFileSync } from "node:fs";
import { PHASE_PRODUCTION_BUILD } from "next/constants.js";
import loadConfig from "next/dist/server/config.js";
import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

/** The first version that fixed the holes of 2025 and 2026; the last of them was in the image optimizer. */
const LEAST = [16, 4, 6];

function isAtLeast(version: string, least: readonly number[]): boolean {
	const parts = version.split(/[.-]/).map(Number);
	const place = least.findIndex((number, index) => parts[index] !== number);
	return place === -1 || (parts[place] ?? 0) > (least[place] ?? 0);
}

test("the framework is not older than its last mended hole: as asked for, as locked, as installed", () => {
	const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
	const versions = [
		read("package.json").dependencies.next,
		read("package-lock.json").packages["node_modules/next"].version,
		read("node_modules/next/package.json").version,
	];
	expect(versions.filter((version) => !isAtLeast(version, LEAST))).toEqual([]);
	expect(["16.4.5", "16.3.9", "15.9.9", "^16.4.6"].filter((version) => isAtLeast(version, LEAST))).toEqual([]);
});

test("no picture is resized, and the framework does not name itself", async () => {
	const config = await loadConfig(PHASE_PRODUCTION_BUILD, process.cwd(), { silent: true });
	expect(config.images.unoptimized).toBe(true);
	expect(config.poweredByHeader).toBe(false);
});

test("no route with a long body passes the proxy, which would cut it, and each has the headers of the others", async () => {
	const files = globSync("app/api/**/route.ts").filter((file) => readSource(file).includes("bodyBytes:"));
	expect(files.length).toBeGreaterThanOrEqual(5);
	const paths = files.map((file) => file.replace(/^app/, "").replace(/\/route\.ts$/, ""));
	const config = await loadConfig(PHASE_PRODUCTION_BUILD, process.cwd(), { silent: true });
	const headed = (await config.headers?.())?.map(({ source }) => source) ?? [];
	const [, pattern] = /matcher:\s*"([^"]+)"/.exec(readFileSync("proxy.ts", "utf8")) ?? [];
	const matcher = new RegExp(`^${pattern}$`);
	expect(matcher.test("/api/batches/01JQ0000000000000000000000/rows")).toBe(true);
	expect(paths.filter((path) => matcher.test(path.replace("[id]", "01JQ0000000000000000000000")))).toEqual([]);
	expect(paths.filter((path) => !headed.includes(path.replace("[id]", ":id")))).toEqual([]);
});

/** Each is an endpoint that no route of ours declares, or markup that React does not escape. */
const DONE_WITHOUT = /^\s*["']use server["']|from "next\/image"|dangerouslySetInnerHTML|\.innerHTML\s*=/m;

test("no source has a server action, the framework's picture or markup of its own making", () => {
	const files = sourceFiles().filter((file) => !file.startsWith("tests/"));
	expect(files.length).toBeGreaterThan(500);
	expect(files.filter((file) => DONE_WITHOUT.test(readSource(file)))).toEqual([]);
});
