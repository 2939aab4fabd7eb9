/** Passes secrets to a program through a pipe and not its environment, which `/proc/<pid>/environ` shows as long as it runs. */
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { SECRET_NAMES } from "#server/environment/read-secret.ts";

/** The child's descriptor for secrets, after stdin, stdout, stderr and the channel to its launcher. */
const SECRETS_FD = 4;
const BY_PIPE = "CAURI_SECRETS_FD";
const BY_FILE = "CAURI_SECRETS_AT";
// Linux keeps the files of this folder in memory.
const MEMORY = "/dev/shm";

export function splitSecrets(env: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; secrets: string } {
	const rest: NodeJS.ProcessEnv = { ...env };
	const secrets: Record<string, string> = {};
	for (const name of SECRET_NAMES) {
		const value = rest[name];
		if (value) secrets[name] = value;
		// An empty value stays, because `.env` fills variables that are absent.
		if (value) delete rest[name];
	}
	return { env: rest, secrets: JSON.stringify(secrets) };
}

export const SECRETS_MARK = { [BY_PIPE]: String(SECRETS_FD) };

export function giveSecrets(child: ChildProcess, secrets: string): void {
	const pipe = child.stdio[SECRETS_FD] as Writable | null | undefined;
	// The child may end before it has read its secrets.
	pipe?.on("error", () => undefined);
	pipe?.end(secrets);
}

/**
 * Call it first in a program: reads the launcher's secrets and returns true when a launcher started this program. On Linux, a program
 * that a person started with secrets in its environment replaces itself by one without them, in the same process.
 */
export function receiveSecrets(env: NodeJS.ProcessEnv = process.env): boolean {
	const [pipe, file] = [env[BY_PIPE], env[BY_FILE]];
	delete env[BY_PIPE];
	delete env[BY_FILE];
	if (pipe) {
		Object.assign(env, JSON.parse(readFileSync(Number(pipe), "utf8") || "{}"));
		closeSync(Number(pipe));
	} else if (file) {
		Object.assign(env, JSON.parse(readFileSync(file, "utf8")));
		rmSync(file, { force: true });
	} else if (SECRET_NAMES.some((name) => env[name])) restartWithoutSecrets(env);
	return Boolean(pipe);
}

function restartWithoutSecrets(given: NodeJS.ProcessEnv): void {
	// With a channel the parent is a program that already has the secrets, and the restart would lose the channel.
	if (process.platform !== "linux" || typeof process.execve !== "function" || process.channel) return;
	const { env, secrets } = splitSecrets(given);
	const file = join(existsSync(MEMORY) ? MEMORY : tmpdir(), `cauri-${randomBytes(16).toString("hex")}`);
	try {
		writeFileSync(file, secrets, { mode: 0o600, flag: "wx" });
		// Hides Node's warning about an experimental feature, which users cannot act on.
		process.removeAllListeners("warning");
		process.on("warning", () => undefined);
		const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
		process.execve(process.execPath, args, { ...env, [BY_FILE]: file });
	} catch {
		// If the restart fails, the secrets stay in the environment.
		rmSync(file, { force: true });
	}
}
