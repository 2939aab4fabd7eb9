/** A desk of several processes on one database, and one service: everything that a run of the simulation has. */
import type { Config } from "#server/config.ts";
import type { Actor, Context, SystemContext } from "#server/context.ts";
import { createLog } from "#server/log.ts";
import { FAULTS, FakeService, type Fault, LostCall } from "#tests/simulation/fake-service.ts";
import { CommitJudge, judgeArrival, type Transitions } from "#tests/simulation/invariants.ts";
import { connectMemory } from "#tests/simulation/memory/memory-dialect.ts";
import { type Backup, MemoryStore, type Witness } from "#tests/simulation/memory/memory-store.ts";
import { PostgresError } from "#tests/simulation/memory/rows.ts";
import { CHECKS, SHAPES } from "#tests/simulation/memory/schema.ts";
import { filesOf, gates, type PortKind } from "#tests/simulation/ports/files.ts";
import { resetIds } from "#tests/simulation/ports/ids.ts";
import { type Random, randomOf } from "#tests/simulation/random.ts";
import { type Process, running, Scheduler } from "#tests/simulation/scheduler.ts";
import { contextFor, testConfig } from "#tests/support/contexts.ts";

export interface Instance extends Process {
	system: SystemContext;
	/** Its connections break; the process may live on. */
	cutOff(): void;
}

/** The n-th call of any port fails, in one of these ways. */
export interface PlannedFailure {
	call: number;
	/** `loses`: it is made, and its answer does not come back. */
	how: "fails" | "loses" | "kills";
}

export interface WorldOptions {
	seed: number;
	tell?: (line: string) => void;
	/** Off: nothing goes wrong by itself. */
	trouble: boolean;
	failure?: PlannedFailure;
	transitions: Transitions;
	/** What was met, for the table at the end. */
	count(what: string): void;
	/** Told of everything that is done to the database. */
	witness?: Witness;
}

const CONFIG = testConfig();
let worlds = 0;
const LOG = createLog("silent", "simulation");
const START = Date.parse("2026-03-10T09:00:00.000Z");

export class World {
	readonly random: Random;
	readonly scheduler: Scheduler;
	readonly store: MemoryStore;
	readonly service: FakeService;
	readonly judge: CommitJudge;
	readonly options: WorldOptions;
	readonly instances: Instance[] = [];
	/** What ends the run: a broken invariant met in a story, or something that the simulation cannot do. */
	readonly faults: unknown[] = [];
	/** While true, no connection to the database works. */
	databaseIsAway = false;
	/** From then on nothing fails any more. */
	healed = false;
	/** A backup older than some payment was put back. */
	forgotten = false;
	/** Port calls made so far, for the n-th to fail. */
	calls = 0;
	/** By how much the database's clock is off. */
	readonly clockOfDatabase: number;

	/** A folder of its own for each run: what modules remember by its path is not remembered for the next. */
	readonly #config: Config = { ...CONFIG, dataDir: `/desk/${worlds++}` };

	constructor(options: WorldOptions) {
		resetIds();
		this.options = options;
		this.random = randomOf(options.seed);
		this.scheduler = new Scheduler(this.random, START, options.tell);
		this.clockOfDatabase = this.#anyOffset();
		let judge: CommitJudge | undefined;
		this.store = new MemoryStore(SHAPES, CHECKS, (changes) => this.#judging(() => judge?.judge(changes)));
		this.store.witness = options.witness;
		judge = new CommitJudge(() => this.store, options.transitions);
		this.judge = judge;
		gates.set(this.scheduler, (kind, label, call) => this.#gate(kind, label, call));
		this.service = new FakeService({
			scheduler: this.scheduler,
			random: this.random,
			onArrival: (post) =>
				this.#judging(() => judgeArrival(this.judge, this.store, this.service, post, this.forgotten)),
			chooseFault: () => this.#chooseFault(),
			readFault: () => (this.isTrouble(0.15) ? 503 : this.isTrouble(0.01) ? 401 : null),
			gate: (label, call) => this.#gate("service", label, call),
		});
		// Jitter and time of the verbs come from here too: the same seed gives the same run.
		Math.random = this.random.next;
		performance.now = () => this.scheduler.now;
	}

	/** Another process; each has a clock of its own, up to an hour off (I13). */
	spawn(name: string): Instance {
		const process = { name, alive: true, pausedUntil: 0 };
		const { database, cutOff } = connectMemory({
			store: this.store,
			scheduler: this.scheduler,
			process,
			now: () => new Date(this.scheduler.now + this.clockOfDatabase),
			statement: (label, made) => this.#gate("database", label, made),
			commit: (made) => this.#gate("commit", "commit", made),
			unable: (error) => this.faults.push(error),
		});
		const offset = this.#anyOffset();
		const clock = { now: () => new Date(this.scheduler.now + offset) };
		const service = this.service.clientOf(process);
		const instance = Object.assign(process, {
			system: { database, service, clock, config: this.#config, log: LOG },
			cutOff,
		});
		this.instances.push(instance);
		return instance;
	}

	/** Runs as this process; what it awaits never comes back after its death. */
	as<T>(instance: Instance, action: () => Promise<T>): Promise<T> {
		return running.run({ process: instance, scheduler: this.scheduler }, action);
	}

	contextOf(instance: Instance, member: Actor): Context {
		return contextFor(instance.system, member);
	}

	/** kill -9. The server notices after a moment that the connections are gone. */
	kill(instance: Instance): void {
		if (!instance.alive) return;
		instance.alive = false;
		this.options.count(`killed ${instance.name.split(" ")[0]}`);
		void this.scheduler
			.sleep(null, this.random.below(3_000), `connections of ${instance.name} end`)
			.then(() => instance.cutOff());
	}

	/** The database goes away; every open transaction with it. */
	loseDatabase(): void {
		this.databaseIsAway = true;
		for (const instance of this.instances) instance.cutOff();
	}

	/** An operator puts a backup in place of the database. */
	restore(backup: Backup): void {
		this.options.count("backup restored");
		this.forgotten = true;
		this.store.restore(backup);
		this.judge.reset();
		this.databaseIsAway = false;
	}

	files(): Map<string, string> {
		return filesOf(this.scheduler);
	}

	/** A broken invariant ends the run; it must not reach the program, which would take it for a fault of the line. */
	#judging(judge: () => void): void {
		try {
			judge();
		} catch (error) {
			this.faults.push(error);
		}
	}

	/** One port call: made, or failed before or after it was made, as planned or by chance. */
	#gate<T>(kind: PortKind, label: string, call: () => T): T {
		this.calls += 1;
		const how = this.#fateOf(kind);
		if (how === "fails") throw failureOf(kind, label);
		const made = call();
		if (how === "loses") throw failureOf(kind, label);
		return made;
	}

	#fateOf(kind: PortKind): "fails" | "loses" | null {
		const { failure } = this.options;
		const isOnDatabase = kind === "database" || kind === "commit";
		if (isOnDatabase && this.databaseIsAway) return "fails";
		if (failure?.call === this.calls) {
			this.options.count(`call ${kind} ${failure.how}`);
			if (failure.how !== "kills") return failure.how;
			const here = this.instances.find((each) => each === running.getStore()?.process);
			if (here) this.kill(here);
			return null;
		}
		const chance = { database: 0.002, commit: 0.01, file: 0.01, service: 0 }[kind];
		const how = this.isTrouble(chance) ? "fails" : this.isTrouble(chance) ? "loses" : null;
		if (how !== null) this.options.count(`${kind} ${how}`);
		return how;
	}

	#chooseFault(): Fault {
		const fault = this.isTrouble(0.6) ? this.random.pick(FAULTS) : "none";
		this.options.count(`POST: ${fault}`);
		return fault;
	}

	/** By chance, while things go wrong. */
	isTrouble(probability: number): boolean {
		return this.options.trouble && !this.healed && this.random.chance(probability);
	}

	#anyOffset(): number {
		return this.options.trouble ? this.random.pick([0, 0, 3_600_000, -3_600_000, this.random.below(60_000)]) : 0;
	}
}

function failureOf(kind: PortKind, label: string): Error {
	if (kind === "file") return Object.assign(new Error(`no space left: ${label}`), { code: "ENOSPC" });
	if (kind === "service") return new LostCall(label);
	return new PostgresError("08006", "the connection is broken");
}
