/** What a launcher hands on when LOG_TO is `stdout`: every line JSON, whoever wrote it, for whatever ships logs. */
import { maskPersons } from "#server/log.ts";

export function logsToStdout(): boolean {
	return process.env.LOG_TO?.trim() === "stdout";
}

/** Our own lines stay as they are; of anybody else's the text, with no person in it. */
export function logLine(program: string, level: "info" | "error", text: string): string {
	return isOwn(text)
		? text
		: JSON.stringify({ level, time: new Date().toISOString(), program, msg: maskPersons(text) });
}

/** The same for a file that people read: only what is not ours is touched. */
export function plainLine(text: string): string {
	return isOwn(text) ? text : maskPersons(text);
}

function isOwn(text: string): boolean {
	return text.startsWith('{"level":"') && text.endsWith("}");
}
