/** The programs a launcher starts: on a leash, logged, restarted when they fall, ended in order. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { type ChildLog, openChildLog } from "#server/cli/launcher/child-log.ts";
import { keepChildren } from "#server/cli/launcher/child-state.ts";
import { giveSecrets, SECRETS_MARK, withoutSecrets } from "#server/cli/launcher/hand-secrets.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { endProcess, identifyProcess, type ProcessIdentity } from "#server/store/process-identity.ts";

export interface Program {
	name: string;
	/** Arguments of node, the file of the program first, from the project's folder. */
	args: readonly string[];
	env: NodeJS.ProcessEnv;
	/** The sandbox's own keys, that everybody knows: they may stand in its environment, for a program that starts itself again and again. */
	knownSecrets?: boolean;
	/** How long it may drain before it is killed. */
	graceMs: number;
}

interface Running {
	program: Program;
	process: ChildProcess;
	/** Null: it was gone before anybody could ask who it is. */
	identity: ProcessIdentity | null;
	startedAt: number;
}

const LEASH = join(PROJECT, "server", "cli", "launcher", "leash.ts");
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
// Fell that often without ever standing for a minute: said anew each time it has fallen so often again.
const MANY_FALLS = 6;
const STOOD_MS = 60_000;

export class Children {
	readonly #dataDir: string;
	readonly #firstWaitMs: number;
	readonly #running = new Map<string, Running>();
	readonly #logs = new Map<string, ChildLog>();
	readonly #falls = new Map<string, number>();
	readonly #waits = new Set<NodeJS.Timeout>();
	#stopping = false;

	/** A fallen child is started again after `firstWaitMs`, then twice that and so on, for as long as the launcher lives. */
	constructor(dataDir: string, firstWaitMs = FIRST_WAIT_MS) {
		this.#dataDir = dataDir;
		this.#firstWaitMs = firstWaitMs;
	}

	start(program: Program): void {
		if (this.#stopping) return;
		const log = this.#logs.get(program.name) ?? openChildLog(join(this.#dataDir, "logs"), program.name);
		this.#logs.set(program.name, log);
		let child: ChildProcess;
		try {
			child = spawnChild(program);
		} catch (error) {
			// No memory for a process: the others go on.
			this.#tryAgain(program, Date.now(), (error as Error).message);
			return;
		}
		log.follow(child.stdout);
		log.follow(child.stderr);
		const identity = identifyProcess(child.pid ?? 0);
		this.#running.set(program.name, { program, process: child, identity, startedAt: Date.now() });
		this.#keep();
		// What could not even be started (no process left, no file) says so instead of ending.
		child.on("error", ({ message }) => child.pid === undefined && this.#ended(program, child, message));
		child.once("exit", (code, signal) => this.#ended(program, child, signal ?? `code ${code}`));
	}

	pidOf(name: string): number | undefined {
		return this.#running.get(name)?.process.pid;
	}

	/** Ends one program by SIGTERM and waits for it; it is not started again. */
	async stop(name: string): Promise<void> {
		const running = this.#running.get(name);
		if (!running) return;
		this.#running.delete(name);
		if (running.identity) await endProcess(running.identity, running.program.graceMs);
		killGroup(running.process);
		this.#keep();
	}

	/** Ends all, in the order given first, the rest after it; nothing is started any more. */
	async stopAll(order: readonly string[] = []): Promise<void> {
		this.#stopping = true;
		for (const wait of this.#waits) clearTimeout(wait);
		for (const name of order) await this.stop(name);
		await Promise.all([...this.#running.keys()].map((name) => this.stop(name)));
	}

	/** The last resort of an impatient second Ctrl-C. */
	killAll(): void {
		for (const running of this.#running.values()) killGroup(running.process);
	}

	#ended(program: Program, child: ChildProcess, how: string): void {
		const running = this.#running.get(program.name);
		// Another or none: it was stopped on purpose, or has been told already.
		if (running?.process !== child || this.#stopping) return;
		this.#running.delete(program.name);
		killGroup(child);
		this.#keep();
		this.#tryAgain(program, running.startedAt, how);
	}

	#tryAgain(program: Program, startedAt: number, how: string): void {
		const falls = Date.now() - startedAt > STOOD_MS ? 1 : (this.#falls.get(program.name) ?? 0) + 1;
		this.#falls.set(program.name, falls);
		const log = this.#logs.get(program.name)?.file;
		const waitMs = Math.min(this.#firstWaitMs * 2 ** (falls - 1), LONGEST_WAIT_MS);
		// One that cannot stand must not take the others down with it: web may be mended while the worker pays.
		if (falls < MANY_FALLS)
			complain(`The ${program.name} ended unexpectedly (${how}); it is started again. Its log is ${log}.`);
		else if (falls % MANY_FALLS === 0)
			complain(`The ${program.name} keeps falling (${how}); it is tried again and again. Its log is ${log}.`);
		const wait = setTimeout(() => {
			this.#waits.delete(wait);
			this.start(program);
		}, waitMs);
		this.#waits.add(wait);
	}

	#keep(): void {
		const children = [...this.#running.values()].flatMap(({ program, identity }) =>
			identity ? [{ name: program.name, ...identity }] : [],
		);
		try {
			keepChildren(this.#dataDir, children);
		} catch (error) {
			// It serves the start after a kill -9: a full disk must not end what runs for its sake.
			complain(`The list of running programs could not be kept: ${String(error)}.`);
		}
	}
}

function spawnChild(program: Program): ChildProcess {
	// A group of its own: Ctrl-C reaches the launcher alone, which ends its children in order.
	const { env, secrets } = program.knownSecrets ? { env: program.env, secrets: "" } : withoutSecrets(program.env);
	const child = spawn(process.execPath, ["--import", LEASH, ...program.args], {
		cwd: PROJECT,
		env: program.knownSecrets ? env : { ...env, ...SECRETS_MARK },
		detached: true,
		stdio: ["ignore", "pipe", "pipe", "ipc", "pipe"],
	});
	giveSecrets(child, secrets);
	return child;
}

/** What a child may have started in its turn. */
function killGroup({ pid }: ChildProcess): void {
	if (!pid) return;
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// The group is empty.
	}
}
