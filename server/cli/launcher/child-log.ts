/** A child's words: all of them into a file, the ones that matter to the terminal. */
import { existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { complain, paint } from "#server/cli/launcher/terminal.ts";

// One older file of this size is kept beside the current one.
const FILE_LIMIT_BYTES = 5_000_000;
// A child that fails in a loop must not drown the summary.
const LINES_PER_MINUTE = 12;

export interface ChildLog {
	file: string;
	follow(stream: Readable | null): void;
}

export function openChildLog(folder: string, name: string): ChildLog {
	mkdirSync(folder, { recursive: true });
	const file = join(folder, `${name}.log`);
	if (existsSync(file) && statSync(file).size > FILE_LIMIT_BYTES) renameSync(file, `${file}.1`);
	const descriptor = openSync(file, "a", 0o600);
	const show = limited((line) => complain(`${paint("dim", `[${name}]`)} ${line}`), file);
	return {
		file,
		follow(stream) {
			if (!stream) return;
			createInterface({ input: stream }).on("line", (line) => {
				writeSync(descriptor, `${line}\n`);
				const important = importantPart(line);
				if (important) show(important);
			});
		},
	};
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
