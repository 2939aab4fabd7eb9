/** Everything in a run of the simulation: a desk of several processes on one database, and one service. */
import type { Config } from "#server/config.ts";
import type { Actor, Context, SystemContext } from "#server/context.ts";
import { createLog } from "#server/log.ts";
import { failureOf } from "#tests/simulation/failure-of.ts";
import { FakeService } from "#tests/simulation/fake-service.ts";
import { FAULTS, type Fault } from "#tests/simulation/faults.ts";
import { CommitJudge, type Transitions } from "#tests/simulation/invariants.ts";
import { isExcused, judgeArrival } from "#tests/simulation/judge-books.ts";
import { gates, type PortKind } from "#tests/simulation/ports/files.ts";
import { resetIds } from "#tests/simulation/ports/ids.ts";
import { breakLines, tell } from "#tests/simulation/ports/listen.ts";
import { end, openConnections } from "#tests/simulation/postgres/connections.ts";
import type { Session, SimulatedDatabase } from "#tests/simulation/postgres/simulated-database.ts";
import { type Copy, copyOf, type PutBack, putBack } from "#tests/simulation/put-back.ts";
import { type Random, randomOf } from "#tests/simulation/random.ts";
import { type Process, running, Scheduler } from "#tests/simulation/scheduler.ts";
import { contextFor, testConfig } from "#tests/support/contexts.ts";

export interface Instance extends Process {
	system: SystemContext;
	/** The machine it runs on; processes of one machine share its data folder. */
	machine: number;
	/** The scheduler's time of its death; null while it lives. */
	diedAt: number | null;
	/** Breaks its connections; the process may live on. Runs within a step. */
	cutOff(): Promise<void>;
	/** The server ends sessions whose transaction was idle for too long. Runs within a step. */
	endSilent(ms: number): Promise<void>;
}

/** The n-th call of any port fails, in one of these ways. */
export interface PlannedFailure {
	call: number;
	/** `loses`: the call is made, and its answer is lost. */
	how: "fails" | "loses" | "kills";
}

export interface WorldOptions {
	seed: number;
	/** An empty database. */
	database: SimulatedDatabase;
	tell?: (line: string) => void;
	/** False: nothing goes wrong by itself. */
	trouble: boolean;
	failure?: PlannedFailure;
	/** The service answers success at once. */
	plain?: boolean;
	transitions: Transitions;
	/** Counts of events, for the table at the end. */
	count(what: string): void;
}

type Fate = "fails" | "loses" | "lands later" | null;

const CONFIG = testConfig();
let worlds = 0;
const LOG = createLog("silent", "simulation");
/** The limit of `idle_in_transaction_session_timeout`. */
const LONGEST_SILENCE_MS = 60_000;
export const START = Date.parse("2026-03-10T09:00:00.000Z");

export class World {
	readonly random: Random;
	readonly scheduler: Scheduler;
	readonly database: SimulatedDatabase;
	readonly service: FakeService;
	readonly judge: CommitJudge;
	readonly options: WorldOptions;
	readonly instances: Instance[] = [];
	/** The put-backs, oldest first; later judgements excuse what nobody can know any more. */
	readonly putBacks: PutBack[] = [];
	/** Hours in which nothing happened at all: their start, and their length in ms. */
	readonly leaps: { at: number; ms: number }[] = [];
	/** Any of these ends the run: a broken invariant in a story, or an act that the simulation does not support. */
	readonly faults: unknown[] = [];
	/** Faults of the next POSTs, in order; afterwards chance decides. */
	readonly plannedFaults: Fault[] = [];
	/** Starts a process again that a planned failure has killed. */
	supervisor: ((killed: Instance) => void) | undefined;
	databaseIsAway = false;
	/** True: nothing fails any more. */
	healed = false;
	/** Port calls made so far, to find the n-th. */
	calls = 0;
	/** The offset of the database's clock. */
	readonly clockOfDatabase: number;

	/** Each run has folders of its own, because modules remember things by their path. */
	readonly #number = worlds++;
	/** Commits in transit that nobody waits for. */
	readonly #landing = new Set<Session>();

	constructor(options: WorldOptions) {
		resetIds();
		this.options = options;
		this.random = randomOf(options.seed);
		this.scheduler = new Scheduler(this.random, START, options.tell);
		this.clockOfDatabase = this.#anyOffset();
		this.database = options.database;
		this.database.onNotice = (channel, payload) => tell(this.scheduler, channel, payload);
		this.judge = new CommitJudge(
			this.database,
			() => this.service,
			options.transitions,
			(post) => isExcused(this, post),
		);
		this.database.onCommit = (changes) => this.#judging(() => this.judge.judge(changes));
		gates.set(this.scheduler, (kind, label, call) => this.#gate(kind, label, call));
		this.service = new FakeService({
			scheduler: this.scheduler,
			random: this.random,
			clockOffMs: options.trouble ? this.random.pick([0, 0, 0, 1_200_000, -1_200_000]) : 0,
			linesLateMs: options.trouble ? this.random.pick([0, 0, 5_000, 90_000]) : 0,
			feeRate: options.trouble ? this.random.pick([0, 0, 100]) : 0,
			isPlain: options.plain ?? false,
			onArrival: (post) => this.#judging(() => judgeArrival(this, post)),
			chooseFault: () => this.#chooseFault(),
			readFault: () => (this.isTrouble(0.15) ? 503 : this.isTrouble(0.01) ? 401 : null),
			gate: (label, call) => this.#gate("service", label, call),
		});
		// The verbs' jitter and time come from here too, so that the same seed gives the same run.
		Math.random = this.random.next;
		performance.now = () => this.scheduler.now;
	}

	/** Starts a process with a clock of its own, up to an hour off (I13). */
	spawn(name: string, machine = 1): Instance {
		const process = { name, alive: true, pausedUntil: 0, machine, diedAt: null };
		const { database, ...breaks } = openConnections({
			database: this.database,
			scheduler: this.scheduler,
			process,
			now: () => new Date(this.scheduler.now + this.clockOfDatabase),
			statement: (label, made) => this.#statement(label, made),
			commit: (made) => this.#commit(made),
			landLater: (session) => this.#landLater(session),
		});
		const offset = this.#anyOffset();
		const clock = { now: () => new Date(this.scheduler.now + offset) };
		const service = this.service.clientOf(process);
		const config: Config = { ...CONFIG, dataDir: this.folderOf(machine) };
		const instance = Object.assign(process, { system: { database, service, clock, config, log: LOG }, ...breaks });
		this.instances.push(instance);
		return instance;
	}

	folderOf(machine: number): string {
		return `/desk/${this.#number}/machine-${machine}`;
	}

	/** Runs as this process; after its death nothing that it awaits resolves. */
	as<T>(instance: Instance, action: () => Promise<T>, paymentId?: string): Promise<T> {
		const job = paymentId === undefined ? {} : { paymentId, takenAtStep: this.scheduler.taken };
		return running.run({ process: instance, scheduler: this.scheduler, ...job }, action);
	}

	contextOf(instance: Instance, member: Actor): Context {
		return contextFor(instance.system, member);
	}

	alive(name: string): Instance | undefined {
		return this.instances.find((each) => each.alive && each.name === name);
	}

	/** kill -9. The server notices after a moment that the connections are gone. */
	kill(instance: Instance): void {
		if (!instance.alive) return;
		instance.alive = false;
		instance.diedAt = this.scheduler.now;
		this.options.count(`killed ${instance.name.split(" ")[0]}`);
		const endsAt = this.scheduler.now + this.random.below(3_000);
		void this.scheduler.step(
			null,
			`connections of ${instance.name} end`,
			() => instance.cutOff(),
			() => endsAt,
		);
	}

	/** Time passes in which nobody does anything. */
	leap(ms: number): void {
		this.leaps.push({ at: this.scheduler.now, ms });
		this.scheduler.now += ms;
	}

	/** The database goes away, with every open transaction. */
	loseDatabase(): Promise<void> {
		return this.scheduler.step(null, "the database is gone", async () => {
			this.databaseIsAway = true;
			for (const instance of this.instances) await instance.cutOff();
			for (const session of this.#landing) await this.database.end(session);
			this.#landing.clear();
			breakLines(this.scheduler);
		});
	}

	/** Copies the database and the folders of these machines. */
	copy(...machines: number[]): Promise<Copy> {
		return this.scheduler.step(null, "a copy is made", () => copyOf(this, machines));
	}

	/** Puts the named parts of the copy back. */
	async putBack(copy: Copy, what: { database?: boolean; machines?: readonly number[] }): Promise<void> {
		if (what.database) await this.loseDatabase();
		await this.scheduler.step(null, "a copy is put back", () => putBack(this, copy, what));
	}

	/** A broken invariant ends the run; it must not reach the program, which would take it for a broken connection. */
	#judging(judge: () => void): void {
		try {
			judge();
		} catch (error) {
			this.faults.push(error);
		}
	}

	/** One port call: made, or failed before or after it was made, as planned or by chance. */
	#gate<T>(kind: PortKind, label: string, call: () => T): T {
		const how = this.#begin(kind, label);
		const made = call();
		if (how === "loses") throw failureOf(kind, label);
		return made;
	}

	/** The same for a statement; first the server ends transactions that were idle for too long. */
	async #statement<T>(label: string, call: () => Promise<T>): Promise<T> {
		for (const instance of this.instances) await instance.endSilent(LONGEST_SILENCE_MS);
		const how = this.#begin("database", label);
		const made = await call();
		if (how === "loses") throw failureOf("database", label);
		return made;
	}

	async #commit(made: () => Promise<void>): Promise<"made" | "lands later"> {
		const how = this.#begin("commit", "commit");
		if (how === "lands later") return how;
		await made();
		if (how === "loses") throw failureOf("commit", "commit");
		return "made";
	}

	#begin(kind: PortKind, label: string): Fate {
		this.calls += 1;
		const how = this.#fateOf(kind);
		if (how === "fails") throw failureOf(kind, label);
		return how;
	}

	#landLater(session: Session): void {
		const landsAt = this.scheduler.now + this.random.below(20_000);
		this.#landing.add(session);
		const land = async () => {
			if (!this.#landing.delete(session)) return;
			await end(this.database, session, "commit");
			await this.database.end(session);
		};
		void this.scheduler.step(null, "a commit lands", land, () => landsAt);
	}

	#fateOf(kind: PortKind): Fate {
		const { failure } = this.options;
		const isOnDatabase = kind === "database" || kind === "commit";
		if (isOnDatabase && this.databaseIsAway) return "fails";
		if (failure?.call === this.calls) {
			this.options.count(`call ${kind} ${failure.how}`);
			if (failure.how !== "kills") return failure.how;
			const here = this.instances.find((each) => each === running.getStore()?.process);
			if (here) this.kill(here);
			if (here) this.supervisor?.(here);
			return null;
		}
		const how = this.#chance(kind);
		if (how !== null) this.options.count(`${kind} ${how}`);
		return how;
	}

	#chance(kind: PortKind): Fate {
		const chance = { database: 0.002, commit: 0.01, file: 0.01, service: 0 }[kind];
		if (this.isTrouble(chance)) return "fails";
		if (!this.isTrouble(chance)) return null;
		return kind === "commit" && this.random.chance(0.3) ? "lands later" : "loses";
	}

	#chooseFault(): Fault {
		const fault = this.plannedFaults.shift() ?? (this.isTrouble(0.6) ? this.random.pick(FAULTS) : "none");
		this.options.count(`POST: ${fault}`);
		return fault;
	}

	/** True by chance, until the heal. */
	isTrouble(probability: number): boolean {
		return this.options.trouble && !this.healed && this.random.chance(probability);
	}

	#anyOffset(): number {
		return this.options.trouble ? this.random.pick([0, 0, 3_600_000, -3_600_000, this.random.below(60_000)]) : 0;
	}
}
