/** Prints messages: plain lines, colour only on a terminal. With LOG_TO=`stdout` those of a long-running program are JSON lines. */
import { parse } from "node:path";
import { maskPersons } from "#server/log.ts";

const PROGRAM = parse(process.argv[1] ?? "launcher").name;
// Only long-running programs write a log; the output of the others is for the person who runs them.
const IS_LONG_RUNNING =
	["start", "steps", "web", "worker", "demo", "dev", "sandbox"].includes(PROGRAM) ||
	(PROGRAM === "backup" && process.argv.some((word) => /^--every(=|$)/.test(word)));
// Node throws a stream's error that nobody listens to, and a closed terminal or pipe must not end a program.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
const COLOURS = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33" };

export function say(line = ""): void {
	if (!logsToStdout()) process.stdout.write(`${asTyped(line)}\n`);
	// These lines contain no personal data, and masking would break the set-up link.
	else if (line.trim()) process.stdout.write(`${jsonLine("info", PROGRAM, asTyped(line).trim())}\n`);
}

export function complain(line: string): void {
	if (logsToStdout()) process.stdout.write(`${logLine(PROGRAM, "error", asTyped(line).trim())}\n`);
	else process.stderr.write(`${asTyped(line)}\n`);
}

/** Names commands as they are typed where Cauri was unpacked: `./cauri backup` for `npm run backup --`. */
function asTyped(text: string): string {
	const command = process.env.CAURI_COMMAND;
	return command ? text.replaceAll(/npm (?:run )?(\w+)(?: --(?= ))?/g, `${command} $1`) : text;
}

export function paint(colour: keyof typeof COLOURS, text: string): string {
	return process.stdout.isTTY && !process.env.NO_COLOR && !logsToStdout()
		? `\u001b[${COLOURS[colour]}m${text}\u001b[0m`
		: text;
}

/** Prints a line such as "✓ Built (12.3 s)". */
export function sayDone(what: string, since: number): void {
	const tenths = Math.round((Date.now() - since) / 100);
	say(`${paint("green", "✓")} ${what} ${paint("dim", `(${Math.floor(tenths / 10)}.${tenths % 10} s)`)}`);
}

export function logsToStdout(): boolean {
	return IS_LONG_RUNNING && process.env.LOG_TO?.trim() === "stdout";
}

/** Returns a line of our own log unchanged, and any other text as a JSON line with personal data masked. */
export function logLine(program: string, level: "info" | "error", text: string): string {
	return isOwn(text) ? text : jsonLine(level, program, maskPersons(text));
}

function jsonLine(level: "info" | "error", program: string, msg: string): string {
	return JSON.stringify({ level, time: new Date().toISOString(), program, msg });
}

/** Masks personal data in lines that are not ours, for log files. */
export function plainLine(text: string): string {
	return isOwn(text) ? text : maskPersons(text);
}

function isOwn(text: string): boolean {
	return text.startsWith('{"level":"') && text.endsWith("}");
}
