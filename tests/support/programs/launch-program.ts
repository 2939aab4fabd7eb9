/** Starts one of our programs as people do and waits for its output. Everything it started ends with the test. */
import { type ChildProcess, spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { passedOn } from "#tests/support/programs/passed-on.ts";

export type LaunchedProgram = ReturnType<typeof launchProgram>;

/** `file` is relative to the project; `env` is the whole environment except PATH, HOME and `passedOn`. */
export function launchProgram(file: string, env: Record<string, string>, args: string[] = []) {
	const child = spawn(process.execPath, [file, ...args], {
		env: { ...passedOn(), PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "/", NODE_ENV: "production", ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const said = listen(child);
	const ended = new Promise<number | string>((resolve) => {
		child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
	});
	onTestFinished(async () => {
		child.kill("SIGKILL");
		await ended;
	});
	return {
		pid: child.pid ?? 0,
		output: () => said.text,
		/** Resolves when the output matches; rejects when the program ends first. */
		saying: (pattern: RegExp) =>
			new Promise<RegExpExecArray>((resolve, reject) => {
				const look = () => {
					const match = pattern.exec(said.text);
					if (match) resolve(match);
					return match !== null;
				};
				if (look()) return;
				said.listeners.add(look);
				void ended.then(
					(how) => look() || reject(new Error(`ended (${how}) without saying ${pattern}:\n${said.text}`)),
				);
			}),
		/** Exit code, or name of the signal. */
		ended,
		kill: (signal: NodeJS.Signals) => void child.kill(signal),
	};
}

function listen(child: ChildProcess): { text: string; listeners: Set<() => void> } {
	const said = { text: "", listeners: new Set<() => void>() };
	for (const stream of [child.stdout, child.stderr])
		stream?.on("data", (chunk: Buffer) => {
			said.text += chunk.toString();
			for (const listener of said.listeners) listener();
		});
	return said;
}
