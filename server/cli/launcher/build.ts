/** Builds the web program and records its sources, so that a start builds only after changes. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { NextConfig } from "next";
import { z } from "zod";
import { readJson } from "#lib/text/read-json.ts";
import { precompressAssets } from "#server/cli/launcher/precompressed-assets.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { UserFacingError } from "#server/errors.ts";
import { linkBinaries } from "#server/store/embedded/postgres-place.ts";

export const NEXT = join(PROJECT, "node_modules", "next", "dist", "bin", "next");
const previewSchema = z.object({ preview: z.record(z.string(), z.string()) });

export interface BuildOptions {
	signal: AbortSignal;
	show?: boolean;
}

export function isBuilt(): boolean {
	return existsSync(join(buildFolder(), "BUILD_ID"));
}

/** Returns true when the build matches the current sources, and in a release archive, which has a build and no sources of pages. */
export function isBuildFresh(): boolean {
	return isBuilt() && (!existsSync(join(PROJECT, "app")) || readIfThere(recordFile()) === sourceDigest());
}

/** Throws a UserFacingError with the end of the output when the build fails. */
export async function build(options: BuildOptions): Promise<void> {
	const digest = sourceDigest();
	// Removes the record first: without it, an interrupted build does not count as fresh.
	rmSync(recordFile(), { force: true });
	const child = spawn(process.execPath, [NEXT, "build"], {
		cwd: PROJECT,
		env: { ...process.env, ...settledNames(digest), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
		stdio: options.show ? "inherit" : ["ignore", "pipe", "pipe"],
		detached: true,
	});
	const kill = () => void (child.pid && process.kill(-child.pid, "SIGKILL"));
	options.signal.addEventListener("abort", kill, { once: true });
	const output: Buffer[] = [];
	child.stdout?.on("data", (chunk) => output.push(chunk));
	child.stderr?.on("data", (chunk) => output.push(chunk));
	const code = await new Promise((resolve) => child.once("close", resolve));
	options.signal.removeEventListener("abort", kill);
	options.signal.throwIfAborted();
	if (code !== 0) throw new UserFacingError(`The build failed.\n${Buffer.concat(output).toString().slice(-4_000)}`);
	settlePreviewKeys(digest);
	precompressAssets(staticFolder());
	await linkBinaries();
	writeFileSync(recordFile(), digest);
}

/** Derives the values that Next would choose at random, so that all machines use the same script names. No server action uses the key. */
function settledNames(digest: string): Record<string, string> {
	return {
		CAURI_BUILD_ID: digest.slice(0, 20),
		NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: derived(digest, "actions", "base64"),
	};
}

/** Derives the keys of Next's preview mode, so that equal sources give equal builds. No page has this mode: the keys open nothing. */
function settlePreviewKeys(digest: string): void {
	const manifest = join(buildFolder(), "prerender-manifest.json");
	const { preview } = previewSchema.parse(JSON.parse(readFileSync(manifest, "utf8")));
	for (const file of [manifest, join(buildFolder(), "server", "preview-props.json")]) {
		let text = readFileSync(file, "utf8");
		for (const [name, key] of Object.entries(preview))
			text = text.replace(key, derived(digest, name, "hex").slice(0, key.length));
		writeFileSync(file, text);
	}
}

function derived(digest: string, purpose: string, form: "hex" | "base64"): string {
	return createHash("sha256").update(`${digest} ${purpose}`).digest(form);
}

function recordFile(): string {
	return join(buildFolder(), "cauri-build");
}

function readIfThere(file: string): string {
	return existsSync(file) ? readFileSync(file, "utf8") : "";
}

const filesSchema = z.object({ config: z.record(z.string(), z.unknown()) });

/**
 * Returns the configuration that the build resolved, so that Next need not compile next.config.ts; undefined makes Next read that
 * file. `distDir` is the folder in use, because a copied build still names its original one.
 */
export function builtConfig(): NextConfig | undefined {
	const files = filesSchema.safeParse(readJson(readIfThere(join(buildFolder(), "required-server-files.json"))));
	return files.data && { ...files.data.config, distDir: distDir() };
}

export function staticFolder(): string {
	return join(buildFolder(), "static");
}

function buildFolder(): string {
	return resolve(PROJECT, distDir());
}

/** Returns the folder relative to the project's folder. */
export function distDir(): string {
	return process.env.NEXT_DIST_DIR ?? ".next";
}

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
const OTHERS = new Set(["server/cli", "server/sandbox", "server/worker"]);

function sourceDigest(): string {
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
