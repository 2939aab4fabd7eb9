/** Runs a command to its end. `env` is its whole environment except PATH, HOME and `passedOn`. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { passedOn } from "#tests/support/programs/passed-on.ts";

export interface EndedProgram {
	code: number | null;
	out: string;
	err: string;
}

export async function runCommand(
	[command = "", ...args]: readonly string[],
	{ env = {}, input = "", cwd }: { env?: Record<string, string>; input?: string; cwd?: string } = {},
): Promise<EndedProgram> {
	const { PATH = "", HOME = "/" } = process.env;
	const child = spawn(command, args, { cwd, env: { ...passedOn(), PATH, HOME, NODE_ENV: "test", ...env } });
	child.stdin.end(input);
	const code = new Promise<number | null>((resolve) => child.once("exit", resolve));
	const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
	return { code: await code, out, err };
}

/** One of our programs; `file` is relative to the project. */
export function runProgram(
	file: string,
	words: readonly string[],
	env: Record<string, string>,
	input = "",
): Promise<EndedProgram> {
	return runCommand([process.execPath, file, ...words], { env, input });
}
