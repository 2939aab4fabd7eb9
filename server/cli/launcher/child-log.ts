/** Logs a child's output: all lines to a file and errors to the terminal, or with LOG_TO=`stdout` all lines to standard output. */
import { appendFileSync, existsSync, mkdirSync, renameSync, rm, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { readJson } from "#lib/text/read-json.ts";
import { complain, logLine, logsToStdout, paint, plainLine } from "#server/cli/launcher/terminal.ts";
import { maskPersons } from "#server/log.ts";

// A longer log is renamed to `….log.1`, replacing the earlier one.
const FILE_LIMIT_BYTES = 5_000_000;
const LINES_PER_MINUTE = 12;

export interface ChildLog {
	file: string;
	follow(stream: Readable | null): void;
}

/** Opens the log of a child. Never throws: reports an unwritable log once, drops its lines, and continues later. */
export function openChildLog(folder: string, name: string): ChildLog {
	const isPassedOn = logsToStdout();
	const file = isPassedOn ? "standard output" : join(folder, `${name}.log`);
	const take = isPassedOn ? passingOn(name) : keeping(folder, file, name);
	return { file, follow: (stream) => void (stream && createInterface({ input: stream }).on("line", take)) };
}

function passingOn(name: string): (line: string) => void {
	return (line) => void (line.trim() && process.stdout.write(`${logLine(name, "info", line)}\n`));
}

function keeping(folder: string, file: string, name: string): (line: string) => void {
	const write = boundedFile(folder, file);
	const show = limited((line) => complain(`${paint("dim", `[${name}]`)} ${maskPersons(line)}`), file);
	return (line) => {
		write(plainLine(line));
		const important = importantPart(line);
		if (important) show(important);
	};
}

function boundedFile(folder: string, file: string): (line: string) => void {
	let isBroken = false;
	return (line) => {
		try {
			mkdirSync(folder, { recursive: true, mode: 0o700 });
			if (existsSync(file) && statSync(file).size > FILE_LIMIT_BYTES) renameSync(file, `${file}.1`);
			appendFileSync(file, `${line}\n`, { mode: 0o600 });
			isBroken = false;
		} catch (error) {
			if (!isBroken) complain(`${file} cannot be written: ${String(error)}. Its lines are dropped until it can.`);
			isBroken = true;
			// Deletes the older log, whose space on a full disk the journal and the database need more.
			rm(`${file}.1`, { force: true }, () => undefined);
		}
	};
}

/** Returns an error of ours as "message: error", or a line that is not JSON and looks like an error; null for every other line. */
function importantPart(line: string): string | null {
	if (!line.startsWith("{")) return /^\s*(⨯|Error\b|\w*Error:|Uncaught)/.test(line) ? line.trim() : null;
	const entry = Object(readJson(line)) as { level?: string; msg?: string; err?: { message?: string } };
	if (entry.level !== "error" && entry.level !== "fatal") return null;
	return [entry.msg, entry.err?.message].filter(Boolean).join(": ");
}

function limited(show: (line: string) => void, file: string): (line: string) => void {
	let windowStart = 0;
	let shown = 0;
	return (line) => {
		if (Date.now() - windowStart > 60_000) [windowStart, shown] = [Date.now(), 0];
		shown++;
		if (shown < LINES_PER_MINUTE) show(line);
		else if (shown === LINES_PER_MINUTE) show(`… more in ${file}`);
	};
}
