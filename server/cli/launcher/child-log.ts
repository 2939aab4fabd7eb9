/** A child's words: all of them into a file, the ones that matter to the terminal. */
import {
	closeSync,
	existsSync,
	fstatSync,
	mkdirSync,
	openSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { logLine, logsToStdout, plainLine } from "#server/cli/launcher/log-line.ts";
import { complain, paint } from "#server/cli/launcher/terminal.ts";
import { maskPersons } from "#server/log.ts";

// One older file of this size is kept beside the current one.
const FILE_LIMIT_BYTES = 5_000_000;
const TRY_AGAIN_MS = 1_000;
// A child that fails in a loop must not drown the summary.
const LINES_PER_MINUTE = 12;

export interface ChildLog {
	file: string;
	follow(stream: Readable | null): void;
}

/** Throws nothing: a log that cannot be written is said once, its lines are dropped and counted, and it goes on later. */
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

/** Every line goes on to standard output; whoever ships it keeps it. */
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

/** Appends lines; what grows too large becomes the older file, and the one before that goes. */
function boundedFile(folder: string, file: string): (line: string) => void {
	let open: { descriptor: number; bytes: number } | null = null;
	let dropped = 0;
	let closedUntil = 0;
	const append = (line: string) => {
		open ??= openFile(folder, file);
		open.bytes += writeSync(open.descriptor, `${line}\n`);
		if (open.bytes <= FILE_LIMIT_BYTES) return;
		closeSync(open.descriptor);
		open = null;
	};
	const giveUp = (error: unknown) => {
		if (dropped === 0) complain(`${file} cannot be written: ${String(error)}. Its lines are dropped until it can.`);
		dropped += 1;
		closedUntil = Date.now() + TRY_AGAIN_MS;
		if (open) closeSync(open.descriptor);
		open = null;
		// Logs go before anything else: what the older one held is room for payments.
		rmSync(`${file}.1`, { force: true });
	};
	return (line) => {
		if (dropped > 0 && Date.now() < closedUntil) {
			dropped += 1;
			return;
		}
		try {
			if (dropped > 0) append(`${dropped} ${dropped === 1 ? "line" : "lines"} dropped: the log could not be written`);
			dropped = 0;
			append(line);
		} catch (error) {
			giveUp(error);
		}
	};
}

function openFile(folder: string, file: string): { descriptor: number; bytes: number } {
	mkdirSync(folder, { recursive: true });
	if (existsSync(file) && statSync(file).size > FILE_LIMIT_BYTES) renameSync(file, `${file}.1`);
	const descriptor = openSync(file, "a", 0o600);
	return { descriptor, bytes: fstatSync(descriptor).size };
}

/** Errors of our JSON lines as "message: error"; of other programs' lines those that look like an error. */
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
