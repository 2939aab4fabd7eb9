/** Prints a launcher's messages: plain lines, colour only on a terminal, JSON lines with LOG_TO=`stdout`. */
import { parse } from "node:path";
import { maskPersons } from "#server/log.ts";

/** "start", "web": the file that was started. */
const PROGRAM = parse(process.argv[1] ?? "launcher").name;
// A terminal or a pipe that was closed must not end a program before its end: Node throws what nobody listens to.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
const COLOURS = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33" };

export function say(line = ""): void {
	if (!logsToStdout()) process.stdout.write(`${asTyped(line)}\n`);
	else if (line.trim()) writeLine("info", asTyped(line));
}

export function complain(line: string): void {
	if (logsToStdout()) writeLine("error", asTyped(line));
	else process.stderr.write(`${asTyped(line)}\n`);
}

/** Names commands as they are typed where Cauri was unpacked: `./cauri backup` for `npm run backup --`. */
function asTyped(text: string): string {
	const command = process.env.CAURI_COMMAND;
	return command ? text.replaceAll(/npm (?:run )?(\w+)(?: --(?= ))?/g, `${command} $1`) : text;
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

export function logsToStdout(): boolean {
	return process.env.LOG_TO?.trim() === "stdout";
}

/** Keeps our own lines; wraps the text of others, with personal data masked. */
export function logLine(program: string, level: "info" | "error", text: string): string {
	return isOwn(text)
		? text
		: JSON.stringify({ level, time: new Date().toISOString(), program, msg: maskPersons(text) });
}

/** The same for a log file that people read; masks only lines that are not ours. */
export function plainLine(text: string): string {
	return isOwn(text) ? text : maskPersons(text);
}

function isOwn(text: string): boolean {
	return text.startsWith('{"level":"') && text.endsWith("}");
}
