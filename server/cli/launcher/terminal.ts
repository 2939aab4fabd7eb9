/** What launchers say: plain lines, colour only on a terminal; lines of a log where those go to standard output. */
import { basename } from "node:path";
import { logLine, logsToStdout } from "#server/cli/launcher/log-line.ts";

/** "start", "web": the file that was started. */
const PROGRAM = basename(process.argv[1] ?? "launcher", ".ts");
const COLOURS = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33" };

export function say(line = ""): void {
	if (!logsToStdout()) process.stdout.write(`${line}\n`);
	else if (line.trim()) writeLine("info", line);
}

export function complain(line: string): void {
	if (logsToStdout()) writeLine("error", line);
	else process.stderr.write(`${line}\n`);
}

function writeLine(level: "info" | "error", line: string): void {
	process.stdout.write(`${logLine(PROGRAM, level, line.trim())}\n`);
}

export function paint(colour: keyof typeof COLOURS, text: string): string {
	return process.stdout.isTTY && !process.env.NO_COLOR && !logsToStdout()
		? `\u001b[${COLOURS[colour]}m${text}\u001b[0m`
		: text;
}

/** "✓ Built (12.3 s)" */
export function sayDone(what: string, since: number): void {
	const tenths = Math.round((Date.now() - since) / 100);
	say(`${paint("green", "✓")} ${what} ${paint("dim", `(${Math.floor(tenths / 10)}.${tenths % 10} s)`)}`);
}
