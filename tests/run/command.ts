/** Runs one command of a suite with a time limit, shows and stores its output, and leaves nothing behind. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { delimiter, dirname, join } from "node:path";

export interface Command {
	program: string;
	args: readonly string[];
	env?: Record<string, string>;
	timeoutMs: number;
	logFile: string;
	quiet?: boolean;
}

const running = new Set<ChildProcess>();

/** The exit code; null when it was killed, by its time limit or a signal. */
export function runCommand(command: Command): Promise<number | null> {
	const log = createWriteStream(command.logFile, { flags: "a" });
	const bin = [join(process.cwd(), "node_modules", ".bin"), dirname(process.execPath)].join(delimiter);
	const child = spawn(command.program, command.args, {
		env: { ...process.env, ...command.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` },
		stdio: ["ignore", "pipe", "pipe"],
		// A group of its own, so that everything the command started ends with it.
		detached: true,
	});
	running.add(child);
	for (const [stream, target] of [
		[child.stdout, process.stdout],
		[child.stderr, process.stderr],
	] as const)
		stream.on("data", (chunk) => {
			log.write(chunk);
			if (!command.quiet) target.write(chunk);
		});
	const limit = setTimeout(() => {
		const words = `\n${command.program} ${command.args[0] ?? ""} took longer than ${command.timeoutMs / 1000} s and was ended.\n`;
		log.write(words);
		process.stderr.write(words);
		killGroup(child);
	}, command.timeoutMs);
	return new Promise((resolve) => {
		const done = (code: number | null) => {
			clearTimeout(limit);
			running.delete(child);
			killGroup(child);
			log.end();
			resolve(code);
		};
		child.once("error", () => done(null));
		child.once("close", done);
	});
}

export function succeeds(program: string, args: readonly string[]): boolean {
	try {
		execFileSync(program, args, { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

export function killRunning(): void {
	for (const child of running) killGroup(child);
}

function killGroup(child: ChildProcess): void {
	try {
		if (child.pid) process.kill(-child.pid, "SIGKILL");
	} catch {
		// The group has already ended.
	}
}
