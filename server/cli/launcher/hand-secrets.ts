/** How secrets reach a program: by a pipe, never by its environment, which `/proc/<pid>/environ` shows for as long as it lives. */
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { SECRET_NAMES } from "#server/environment/read-secret.ts";

/** Where a child finds its secrets: behind stdin, stdout, stderr and the line to its launcher. */
const SECRETS_FD = 4;
const BY_PIPE = "CAURI_SECRETS_FD";
const BY_FILE = "CAURI_SECRETS_AT";
// In memory, where the machine has such a place.
const MEMORY = "/dev/shm";

/** An environment without its secrets, and what `giveSecrets` then writes to the child. */
export function withoutSecrets(env: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; secrets: string } {
	const rest: NodeJS.ProcessEnv = { ...env };
	const secrets: Record<string, string> = {};
	for (const name of SECRET_NAMES) {
		const value = rest[name];
		if (value) secrets[name] = value;
		// Empty stays: it keeps a `.env` from filling it in.
		if (value) delete rest[name];
	}
	return { env: rest, secrets: JSON.stringify(secrets) };
}

/** The mark that tells a child to read its pipe. */
export const SECRETS_MARK = { [BY_PIPE]: String(SECRETS_FD) };

export function giveSecrets(child: ChildProcess, secrets: string): void {
	const pipe = child.stdio[SECRETS_FD] as Writable | null | undefined;
	// It may end before it has read them.
	pipe?.on("error", () => undefined);
	pipe?.end(secrets);
}

/**
 * First of all in a program: takes what a launcher hands over, and tells whether one did. Started by a person with secrets in the
 * environment, the program starts itself anew without them, in its own place: same process, same pid.
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
	} else if (SECRET_NAMES.some((name) => env[name])) startAnew(env);
	return Boolean(pipe);
}

function startAnew(given: NodeJS.ProcessEnv): void {
	// A line to a parent would not live on, and that parent is a program that knows the secrets.
	if (process.platform !== "linux" || typeof process.execve !== "function" || process.channel) return;
	const { env, secrets } = withoutSecrets(given);
	const file = join(existsSync(MEMORY) ? MEMORY : tmpdir(), `cauri-${randomBytes(16).toString("hex")}`);
	try {
		writeFileSync(file, secrets, { mode: 0o600, flag: "wx" });
		// Node says that this is new; nobody at the terminal can do anything about it.
		process.removeAllListeners("warning");
		process.on("warning", () => undefined);
		const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
		process.execve(process.execPath, args, { ...env, [BY_FILE]: file });
	} catch {
		// A machine that does not let it: the secrets stay where they were given.
		rmSync(file, { force: true });
	}
}
