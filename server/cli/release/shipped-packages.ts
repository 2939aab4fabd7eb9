import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PROJECT } from "#server/cli/launcher/project.ts";

const entrySchema = z.object({
	version: z.string(),
	integrity: z.string().optional(),
	license: z.string().optional(),
	dev: z.boolean().optional(),
});
const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) });

/** Packages of compilers, types and image tools, which Next and next-intl need only while they build. */
const FOR_THE_BUILD =
	/^node_modules\/(@next\/swc-|@swc\/core|@swc\/types|@typescript\/|typescript$|@img\/|sharp$|@types\/|csstype$|@babel\/types$|babel-|next-intl-swc-|@emnapi\/)/;
const FOLDER = "node_modules/";
const TYPES_INSIDE = /\/node_modules\/@types\//;

/** `path`: below the project's folder, `node_modules/…`. `integrity`: `sha512-…` of what the registry serves. */
export type LockedPackage = z.infer<typeof entrySchema> & { path: string; name: string };

export function lockedPackages(): LockedPackage[] {
	const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(PROJECT, "package-lock.json"), "utf8")));
	return Object.entries(packages)
		.filter(([path]) => path !== "")
		.map(([path, entry]) => ({ path, name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length), ...entry }));
}

/** Lists the packages that the programs load, without those for development and the build; only those installed on this machine. */
export function shippedPackages(): LockedPackage[] {
	return lockedPackages()
		.filter(({ path, dev }) => !dev && !FOR_THE_BUILD.test(path) && !TYPES_INSIDE.test(path))
		.filter(({ path }) => existsSync(join(PROJECT, path)));
}

/** Files of packages that no program of ours loads: texts and types for developers, other builds, Next's own tools. */
const LEFT_OUT = [
	/\.(map|d\.ts|d\.mts|d\.cts|flow|tsbuildinfo)$/,
	/(^|\/)(README|CHANGELOG|HISTORY)(\.md)?$/i,
	/^node_modules\/node-linux-[^/]+\/(include|share)\//,
	/^node_modules\/next\/dist\/(esm|docs|bundle-analyzer|next-devtools)\//,
	/^node_modules\/next\/dist\/compiled\/(next-devtools|[^/]*-experimental)\//,
	/^node_modules\/next\/dist\/compiled\/next-server\/.*(\.dev\.js|experimental.*)$/,
	/^node_modules\/next\/dist\/compiled\/react(-dom|-server-dom-\w+)?\/.*\.development\.js$/,
];

export function isShipped(file: string): boolean {
	return !LEFT_OUT.some((pattern) => pattern.test(file));
}
