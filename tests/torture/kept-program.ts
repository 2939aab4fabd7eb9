/** A program under a supervisor, which starts it again a short while after any end. */
import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";

export interface ProgramPlan {
	name: string;
	file: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
	/** Milliseconds between its end and its return. */
	restartMs: () => number;
}

// The child ends with the process that started it, even when that one is killed.
const END_WITH_LAUNCHER = "./server/cli/launcher/end-with-launcher.ts";
const DRAIN_MS = 10_000;

export class KeptProgram {
	readonly #plan: ProgramPlan;
	readonly #log: number;
	#child: ChildProcess | null = null;
	#return: NodeJS.Timeout | undefined;
	#spared = false;
	#falls = 0;
	#off = false;

	constructor(plan: ProgramPlan) {
		this.#plan = plan;
		this.#log = openSync(plan.logFile, "a");
	}

	get name(): string {
		return this.#plan.name;
	}

	/** Null while it is dead. */
	get pid(): number | null {
		return this.#child?.pid ?? null;
	}

	/** True while it is suspended, or holds something whose arrival must be seen: nobody kills it then. */
	get isSpared(): boolean {
		return this.#spared;
	}

	/** The number of times it ended without being killed, for example because the database was away at the start. */
	get falls(): number {
		return this.#falls;
	}

	start(): void {
		this.#off = false;
		const child = spawn(process.execPath, ["--import", END_WITH_LAUNCHER, this.#plan.file], {
			env: this.#plan.env,
			stdio: ["ignore", this.#log, this.#log, "ipc"],
		});
		this.#child = child;
		child.once("exit", (_code, signal) => {
			if (signal !== "SIGKILL") this.#falls += 1;
			if (this.#child !== child) return;
			this.#child = null;
			this.#spared = false;
			if (this.#off) return;
			this.#return = setTimeout(() => this.start(), this.#plan.restartMs());
		});
	}

	/** kill -9, at once. False if it was dead already. */
	kill(): boolean {
		return this.#child?.kill("SIGKILL") ?? false;
	}

	/** A power cut: kill -9, and no restart until `start`. Resolves when it is gone. */
	async switchOff(): Promise<void> {
		this.#off = true;
		clearTimeout(this.#return);
		const child = this.#child;
		if (!child) return;
		const gone = new Promise((resolve) => child.once("exit", resolve));
		child.kill("SIGKILL");
		await gone;
	}

	/** SIGSTOP: suspended in the middle of its work. */
	pause(): void {
		this.#spared = this.#child?.kill("SIGSTOP") ?? false;
	}

	/** SIGCONT; it stays spared until `release`. */
	wake(): void {
		this.#child?.kill("SIGCONT");
	}

	/** Wakes it, and lets it be killed again. */
	release(): void {
		this.wake();
		this.#spared = false;
	}

	/** Stops it for good: SIGTERM, then SIGKILL if it does not end. */
	async stop(): Promise<void> {
		clearTimeout(this.#return);
		const child = this.#child;
		this.#child = null;
		if (!child) return;
		const gone = new Promise((resolve) => child.once("exit", resolve));
		child.kill("SIGCONT");
		child.kill("SIGTERM");
		const stubborn = setTimeout(() => child.kill("SIGKILL"), DRAIN_MS);
		await gone;
		clearTimeout(stubborn);
	}
}
