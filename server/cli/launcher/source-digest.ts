/** One digest over everything a build is made of. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "#server/cli/launcher/project.ts";

const SOURCES = [
	"app",
	"components",
	"lib",
	"public",
	"server",
	"proxy.ts",
	"instrumentation.ts",
	"next.config.ts",
	"package.json",
	"package-lock.json",
	"postcss.config.mjs",
];
// Programs of their own, never part of a build.
const OTHERS = new Set(["server/cli", "server/sandbox", "server/worker"]);

export function sourceDigest(): string {
	const hash = createHash("sha256").update(process.version);
	for (const source of SOURCES) addTo(hash, source);
	return hash.digest("hex");
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
	const full = join(PROJECT, path);
	if (OTHERS.has(path) || !existsSync(full)) return;
	if (statSync(full).isDirectory()) {
		for (const name of readdirSync(full).sort()) addTo(hash, `${path}/${name}`);
		return;
	}
	hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
}
