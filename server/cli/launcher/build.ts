/** Builds the web program, and remembers from which sources: a start builds only when they have changed. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { NextConfig } from "next";
import { z } from "zod";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { packAssets } from "#server/cli/launcher/pack-assets.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { sourceDigest } from "#server/cli/launcher/source-digest.ts";

export const NEXT = join(PROJECT, "node_modules", "next", "dist", "bin", "next");
const recordSchema = z.object({ digest: z.string() });

export interface BuildOptions {
	/** Ends the build when it is aborted. */
	signal: AbortSignal;
	/** Otherwise only a failed build shows its output. */
	show?: boolean;
}

export function isBuilt(): boolean {
	return existsSync(join(buildFolder(), "BUILD_ID"));
}

export function isBuildFresh(): boolean {
	return isBuilt() && recordedDigest() === sourceDigest();
}

/** Throws a LaunchError with the end of the output. */
export async function build(options: BuildOptions): Promise<void> {
	const digest = sourceDigest();
	// A build that is cut short must not pass for a finished one.
	rmSync(recordFile(), { force: true });
	const child = spawn(process.execPath, [NEXT, "build"], {
		cwd: PROJECT,
		env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
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
	if (code !== 0) throw new LaunchError(`The build failed.\n${Buffer.concat(output).toString().slice(-4_000)}`);
	packAssets(staticFolder());
	writeFileSync(recordFile(), JSON.stringify({ digest }));
}

function recordedDigest(): string | null {
	try {
		return recordSchema.parse(JSON.parse(readFileSync(recordFile(), "utf8"))).digest;
	} catch {
		return null;
	}
}

function recordFile(): string {
	return join(buildFolder(), "cauri-build.json");
}

const filesSchema = z.object({ config: z.record(z.string(), z.unknown()) });

/**
 * The configuration as the build resolved it: next.config.ts is not compiled anew. Where the build kept none, Next reads the file.
 * Of the folder in use: a build that was copied still names the one that it was made in.
 */
export function builtConfig(): NextConfig | undefined {
	try {
		const files = filesSchema.parse(
			JSON.parse(readFileSync(join(buildFolder(), "required-server-files.json"), "utf8")),
		);
		return { ...files.config, distDir: distDir() };
	} catch {
		return undefined;
	}
}

/** Where the files stand that browsers fetch from `/_next/static/`. */
export function staticFolder(): string {
	return join(buildFolder(), "static");
}

function buildFolder(): string {
	return resolve(PROJECT, distDir());
}

/** From the project's folder. */
function distDir(): string {
	return process.env.NEXT_DIST_DIR ?? ".next";
}
