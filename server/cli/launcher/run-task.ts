/** The frame of a program that does one thing and ends: words, signals, and faults as one sentence. */
import { BackupError } from "#server/backup/backup-error.ts";
import { sentence } from "#server/cli/launcher/run-launcher.ts";
import { complain, say } from "#server/cli/launcher/terminal.ts";

/** Ends the process's code with 0 done, 1 not done, 2 wrongly called. A signal aborts the task, which tidies up; a second one ends it. */
export async function runTask<Args>(
	usage: string,
	readArgs: (args: string[]) => Args,
	run: (read: Args, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const args = process.argv.slice(2);
	if (args.length === 1 && ["--help", "-h"].includes(args[0] ?? "")) return say(usage);
	let read: Args;
	try {
		read = readArgs(args);
	} catch (error) {
		complain(`${(error as Error).message}\n\n${usage}`);
		process.exitCode = 2;
		return;
	}
	const ending = new AbortController();
	for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => ending.abort());
	try {
		await run(read, ending.signal);
	} catch (error) {
		process.exitCode = 1;
		complain(ending.signal.aborted ? "Stopped before the end: nothing was kept." : toldAs(error as Error));
	}
}

function toldAs(error: Error): string {
	if (error instanceof BackupError) return error.message;
	const { code, message } = error as NodeJS.ErrnoException;
	if (code === "ECONNREFUSED" || code === "ENOTFOUND") return `The database cannot be reached: ${message || code}`;
	if (code === "ENOSPC" || code === "EFBIG" || code === "EDQUOT") return `The disk takes no more: ${message}`;
	return sentence(error);
}
