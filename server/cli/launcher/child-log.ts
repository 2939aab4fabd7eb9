/** Logs a child's output: all of it to a file, important lines to the terminal. */
import { appendFileSync, existsSync, mkdirSync, renameSync, rm, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { complain, logLine, logsToStdout, paint, plainLine } from "#server/cli/launcher/terminal.ts";
import { maskPersons } from "#server/log.ts";

// One older file of this size is kept beside the current one.
const FILE_LIMIT_BYTES = 5_000_000;
// A child that fails in a loop must not flood the terminal.
const LINES_PER_MINUTE = 12;

export interface ChildLog {
	file: string;
	follow(stream: Readable | null): void;
}

/** Never throws: reports an unwritable log once, drops its lines, and continues later. */
export function openChildLog(folder: string, name: string): ChildLog {
	if (logsToStdout()) return passingOn(name);
	const file = join(folder, `${name}.log`);
	const write = boundedFile(folder, file);
	const show = limited((line) => complain(`${paint("dim", `[${name}]`)} ${maskPersons(line)}`), file);
	return {
		file,
		follow(stream) {
			if (!stream) return;
			createInterface({ input: stream }).on("line", (line) => {
				write(plainLine(line));
				const important = importantPart(line);
				if (important) show(important);
			});
		},
	};
}

/** Passes every line to standard output, for a log shipper. */
function passingOn(name: string): ChildLog {
	return {
		file: "standard output",
		follow(stream) {
			if (!stream) return;
			const lines = createInterface({ input: stream });
			lines.on("line", (line) => void (line.trim() && process.stdout.write(`${logLine(name, "info", line)}\n`)));
		},
	};
}

/** Appends lines; a file over the limit replaces the older one. */
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
			// Deletes the older log first: payments need the disk space more. A disk that became read-only keeps it.
			rm(`${file}.1`, { force: true }, () => undefined);
		}
	};
}

/** Shortens our JSON lines about errors to "message: error". Keeps a line of another program only if it looks like an error. */
function importantPart(line: string): string | null {
	if (!line.startsWith("{")) return /^\s*(⨯|Error\b|\w*Error:|Uncaught)/.test(line) ? line.trim() : null;
	try {
		const entry = JSON.parse(line) as { level?: string; msg?: string; err?: { message?: string } };
		if (entry.level !== "error" && entry.level !== "fatal") return null;
		return [entry.msg, entry.err?.message].filter(Boolean).join(": ");
	} catch {
		return null;
	}
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
