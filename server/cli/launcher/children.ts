import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type ChildLog, openChildLog } from "#server/cli/launcher/child-log.ts";
import { giveSecrets, SECRETS_MARK, splitSecrets } from "#server/cli/launcher/pass-secrets.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { complain } from "#server/cli/launcher/terminal.ts";

export interface Program {
	name: string;
	/** Arguments of node: first the program's file, relative to the project's folder. */
	args: readonly string[];
	env: NodeJS.ProcessEnv;
	/** Passes secrets by the environment: a program of `npm run dev` restarts itself (`--watch`, `next dev`) and loses the pipe. */
	keepsSecretsInEnvironment?: boolean;
	graceMs: number;
}

interface Running {
	program: Program;
	process: ChildProcess;
	/** True once the program has sent "ready", as the worker does when it takes jobs. */
	isReady: boolean;
}

const END_WITH_LAUNCHER = join(PROJECT, "server", "cli", "launcher", "end-with-launcher.ts");
const RESTART_MS = 2_000;

export class Children {
	readonly #dataDir: string;
	readonly #restartMs: number;
	readonly #running = new Map<string, Running>();
	readonly #logs = new Map<string, ChildLog>();
	#stopping = false;

	constructor(dataDir: string, restartMs = RESTART_MS) {
		this.#dataDir = dataDir;
		this.#restartMs = restartMs;
	}

	start(program: Program): void {
		if (this.#stopping) return;
		const log = this.#logs.get(program.name) ?? openChildLog(join(this.#dataDir, "logs"), program.name);
		this.#logs.set(program.name, log);
		let child: ChildProcess;
		try {
			child = spawnProgram(program);
		} catch (error) {
			// Spawning fails, for example, when the system has too little memory. The other programs continue.
			this.#tryAgain(program, (error as Error).message);
			return;
		}
		log.follow(child.stdout);
		log.follow(child.stderr);
		const running = { program, process: child, isReady: false };
		this.#running.set(program.name, running);
		// `node --watch` sends messages of its own.
		child.on("message", (message) => {
			running.isReady ||= message === "ready";
		});
		// A program that could not be spawned emits an error and no exit.
		child.on("error", ({ message }) => child.pid === undefined && this.#ended(program, child, message));
		child.once("exit", (code, signal) => this.#ended(program, child, signal ?? `code ${code}`));
	}

	get(name: string): Readonly<Running> | undefined {
		return this.#running.get(name);
	}

	async stop(name: string): Promise<void> {
		const running = this.#running.get(name);
		if (!running) return;
		this.#running.delete(name);
		await end(running);
		killGroup(running.process);
	}

	async stopAll(order: readonly string[] = []): Promise<void> {
		this.#stopping = true;
		for (const name of order) await this.stop(name);
		await Promise.all([...this.#running.keys()].map((name) => this.stop(name)));
	}

	#ended(program: Program, child: ChildProcess, how: string): void {
		const running = this.#running.get(program.name);
		// Does nothing for a child that was stopped on purpose, was replaced, or whose end was already handled.
		if (running?.process !== child || this.#stopping) return;
		this.#running.delete(program.name);
		killGroup(child);
		this.#tryAgain(program, how);
	}

	/** One failing program does not stop the others: web may be repaired while the worker pays. */
	#tryAgain(program: Program, how: string): void {
		const log = this.#logs.get(program.name)?.file;
		complain(`The ${program.name} ended unexpectedly (${how}); it is restarted. Its log is ${log}.`);
		setTimeout(() => this.start(program), this.#restartMs);
	}
}

async function end({ program, process: child }: Running): Promise<void> {
	if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, "exit");
	const limit = setTimeout(() => child.kill("SIGKILL"), program.graceMs);
	child.kill("SIGTERM");
	await ended;
	clearTimeout(limit);
}

/** Starts a child that ends with this process; a pipe passes its secrets unless its environment does. The caller reads its output. */
export function spawnProgram(program: Program): ChildProcess {
	// `detached` makes a process group of its own: Ctrl-C reaches only the launcher, which ends its children in order.
	const { env, secrets } = program.keepsSecretsInEnvironment
		? { env: program.env, secrets: "" }
		: splitSecrets(program.env);
	const child = spawn(process.execPath, ["--import", END_WITH_LAUNCHER, ...program.args], {
		cwd: PROJECT,
		env: program.keepsSecretsInEnvironment ? env : { ...env, ...SECRETS_MARK },
		detached: true,
		stdio: ["ignore", "pipe", "pipe", "ipc", "pipe"],
	});
	giveSecrets(child, secrets);
	return child;
}

function killGroup({ pid }: ChildProcess): void {
	if (!pid) return;
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// The group is empty.
	}
}
