import { once } from "node:events";
import { requireKnownExecutables } from "#server/cli/launcher/executables.ts";
import { complain, say } from "#server/cli/launcher/terminal.ts";
import { UserFacingError } from "#server/errors.ts";

export interface Launch {
	/** Aborted when the launch must end: call `throwIfAborted` after each wait. */
	signal: AbortSignal;
	/** Registers a function that runs when the launch ends. The one registered last runs first. */
	onEnd(run: () => Promise<void> | void): void;
	fail(fault: Error): void;
	/** Resolves at a signal, at the end of the parent process, or when `fail` is called. */
	untilEnd(): Promise<void>;
}

const PARENT_CHECK_MS = 1_000;

/** The program ends by itself, or a person or the system ends it, which is no fault. */
class Stopped extends Error {}

/** Runs a launcher to its end and exits: 1 after a fault, 130 after a second Ctrl-C, else 0. */
export async function runLauncher(main: (launch: Launch) => Promise<void>): Promise<void> {
	const ending = new AbortController();
	const { signal } = ending;
	const ends: (() => Promise<void> | void)[] = [];
	listenToSignals(ending);
	watchParent(ending);
	try {
		requireKnownExecutables();
		await main({
			signal,
			onEnd: (run) => ends.push(run),
			fail: (fault) => ending.abort(fault),
			async untilEnd() {
				if (!signal.aborted) await once(signal, "abort");
			},
		});
		// A launch that ends by itself must not start PostgreSQL again while it ends.
		ending.abort(new Stopped());
	} catch (error) {
		// Changes nothing when the launch already ends: the error then follows from that.
		ending.abort(error);
	}
	let fault: Error | undefined = signal.reason instanceof Stopped ? undefined : signal.reason;
	if (fault) complain(sentence(fault));
	for (const end of ends.reverse()) {
		try {
			await end();
		} catch (error) {
			fault ??= error as Error;
			complain(sentence(error as Error));
		}
	}
	process.exit(fault ? 1 : 0);
}

function listenToSignals(ending: AbortController): void {
	let askedAt = Number.POSITIVE_INFINITY;
	for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.on(name, () => {
			// npm repeats a terminal's Ctrl-C at once, so only a Ctrl-C more than 1,000 ms later comes from a person. Children that still
			// run then end by themselves (`end-with-launcher.ts`).
			if (name === "SIGINT" && Date.now() - askedAt > 1_000) process.exit(130);
			askedAt = Math.min(askedAt, Date.now());
			if (ending.signal.aborted) return;
			say();
			say("Stopping …");
			ending.abort(new Stopped());
		});
	}
}

/** Under npm, ends the launch when the parent process ends, because npm may not pass SIGTERM on. */
function watchParent(ending: AbortController): void {
	if (!process.env.npm_lifecycle_event) return;
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) ending.abort(new Stopped());
	}, PARENT_CHECK_MS).unref();
}

/** Returns a sentence for a known fault; only an unexpected one keeps its stack. */
export function sentence(error: Error): string {
	if (error instanceof UserFacingError) return error.message;
	const { code, syscall } = error as NodeJS.ErrnoException;
	if (code === "ENOSPC" || code === "EFBIG" || code === "EDQUOT") return `The disk is full: ${error.message}`;
	if (code === "EACCES" || code === "EPERM") return `Not permitted: ${error.message}`;
	// An error with a severity comes from PostgreSQL, for example about a missing right.
	if ("severity" in error) return `The database refuses: ${error.message}`;
	if (syscall) return `Not possible: ${error.message}`;
	return error.stack ?? error.message;
}

/** Sets the exit code: 0 done, 1 not done, 2 wrong usage. A signal aborts the task, which cleans up; a second Ctrl-C kills it (130). */
export async function runTask<Args>(
	usage: string,
	readArgs: (args: string[]) => Args,
	run: (read: Args, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const args = process.argv.slice(2);
	if (args.some((word) => word === "--help" || word === "-h")) return say(usage);
	let read: Args;
	try {
		read = readArgs(args);
	} catch (error) {
		complain(`${(error as Error).message}\n\n${usage}`);
		process.exitCode = 2;
		return;
	}
	const ending = new AbortController();
	listenToSignals(ending);
	try {
		await run(read, ending.signal);
	} catch (error) {
		process.exitCode = 1;
		// A UserFacingError says more: a backup that was stopped during its trial restore is complete, not unsaved.
		const isQuiet = ending.signal.aborted && !(error instanceof UserFacingError);
		complain(isQuiet ? "Stopped before the end: nothing was saved." : sentence(error as Error));
	}
}
