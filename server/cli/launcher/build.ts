/** Builds the web program when its sources have changed since the last build, and only then. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { sourceDigest } from "#server/cli/launcher/source-digest.ts";

const NEXT = join(PROJECT, "node_modules", "next", "dist", "bin", "next");
const recordSchema = z.object({ digest: z.string() });

export function buildFolder(): string {
	return join(PROJECT, process.env.NEXT_DIST_DIR ?? ".next");
}

export function isBuilt(): boolean {
	return existsSync(join(buildFolder(), "BUILD_ID"));
}

/** True when it had to build. */
export async function buildWhenNeeded(launch: Launch): Promise<boolean> {
	const digest = sourceDigest();
	if (isBuilt() && recordedDigest() === digest) return false;
	await build(launch);
	writeFileSync(recordFile(), JSON.stringify({ digest }));
	return true;
}

async function build(launch: Launch): Promise<void> {
	// No key of the business is anywhere near a build.
	const { MOMO_API_SECRET, MOMO_API_KEY, SESSION_PASSWORD, DATABASE_URL, ...env } = process.env;
	const child = spawn(process.execPath, [NEXT, "build"], {
		cwd: PROJECT,
		env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
		stdio: ["ignore", "pipe", "pipe"],
		detached: true,
	});
	const kill = () => child.pid && process.kill(-child.pid, "SIGKILL");
	launch.signal.addEventListener("abort", kill, { once: true });
	const output: Buffer[] = [];
	child.stdout.on("data", (chunk) => output.push(chunk));
	child.stderr.on("data", (chunk) => output.push(chunk));
	const code = await new Promise((resolve) => child.once("close", resolve));
	launch.signal.removeEventListener("abort", kill);
	launch.demandGoingOn();
	if (code !== 0) throw new LaunchError(`The build failed:\n${Buffer.concat(output).toString().slice(-4_000)}`);
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
