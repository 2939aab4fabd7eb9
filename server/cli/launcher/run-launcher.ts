/** The frame of every launcher: signals, the order of ending, and faults as one sentence. */
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { complain, say } from "#server/cli/launcher/terminal.ts";
import { ConfigError } from "#server/config.ts";
import { EmbeddedPostgresError } from "#server/store/embedded-postgres.ts";

export interface Launch {
	/** Aborted when it is time to end. */
	signal: AbortSignal;
	/** Run at the end, the last one first. */
	onEnd(run: () => Promise<void> | void): void;
	/** What an impatient second signal does before it leaves. */
	onKill(run: () => void): void;
	/** Ends the launch with a reason. */
	fail(reason: Error): void;
	/** Resolves when it is time to end; throws the reason given to `fail`. */
	untilEnd(): Promise<void>;
	/** The same, for waits in between. */
	demandGoingOn(): void;
}

const PARENT_LOOK_MS = 1_000;

/** Runs a launcher to its end and leaves the process: 0 when a signal ended it, 1 when a fault did. */
export async function runLauncher(main: (launch: Launch) => Promise<void>): Promise<void> {
	const ending = new AbortController();
	const ends: (() => Promise<void> | void)[] = [];
	const kills: (() => void)[] = [];
	let fault: Error | undefined;
	const launch: Launch = {
		signal: ending.signal,
		onEnd: (run) => ends.push(run),
		onKill: (run) => kills.push(run),
		fail(reason) {
			fault ??= reason;
			ending.abort();
		},
		async untilEnd() {
			if (!ending.signal.aborted)
				await new Promise((resolve) => ending.signal.addEventListener("abort", resolve, { once: true }));
			if (fault) throw fault;
		},
		demandGoingOn() {
			if (ending.signal.aborted) throw fault ?? new Ended();
		},
	};
	listenToSignals(ending, kills);
	watchParent(ending);
	try {
		await main(launch);
	} catch (error) {
		if (!ending.signal.aborted || error === fault) fault ??= error as Error;
		ending.abort();
	}
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

class Ended extends Error {}

function listenToSignals(ending: AbortController, kills: (() => void)[]): void {
	for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.on(name, () => {
			if (!ending.signal.aborted) {
				say();
				say("Stopping …");
				return ending.abort();
			}
			// npm hands a terminal's Ctrl-C on a second time: only one that comes from a person counts.
			if (name === "SIGINT" && Date.now() - abortedAt > 1_000) {
				for (const kill of kills) kill();
				process.exit(130);
			}
		});
	}
	let abortedAt = Number.POSITIVE_INFINITY;
	ending.signal.addEventListener("abort", () => {
		abortedAt = Date.now();
	});
}

/** Under npm a SIGTERM may reach only npm or its shell: when the parent is gone, it was meant for us. */
function watchParent(ending: AbortController): void {
	if (!process.env.npm_lifecycle_event) return;
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) ending.abort();
	}, PARENT_LOOK_MS).unref();
}

/** People get a sentence; only what nobody foresaw comes with its stack. */
export function sentence(error: Error): string {
	const foreseen = [LaunchError, ConfigError, EmbeddedPostgresError].some((kind) => error instanceof kind);
	if (foreseen) return error.message;
	const code = (error as NodeJS.ErrnoException).code;
	if (code === "ENOSPC") return `The disk is full: ${error.message}`;
	if (code === "EACCES" || code === "EPERM") return `Not permitted: ${error.message}`;
	return error.stack ?? error.message;
}
