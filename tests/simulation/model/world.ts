/** The environment of the model's desk: time, processes that die and sleep, a database that is put back, and the judge. */
import { Desk } from "#tests/simulation/model/desk.ts";
import type { Act, ModelEnvironment, ModelPutBack } from "#tests/simulation/model/environment.ts";
import { ModelJudge } from "#tests/simulation/model/judge.ts";
import type { Rule } from "#tests/simulation/model/rules.ts";
import { ModelService } from "#tests/simulation/model/service.ts";
import {
	type Database,
	emptyDatabase,
	emptyFolder,
	type Folder,
	type Payment,
	type Post,
	type Process,
} from "#tests/simulation/model/state.ts";
import { type Random, randomOf } from "#tests/simulation/random.ts";

interface Task {
	process: Process | null;
	act: Act<unknown>;
	readyAt: number;
	/** The number of the step before this one. */
	previous: number;
}

export interface ModelCopy {
	step: number;
	at: number;
	database: Database;
	folders: Map<number, Folder>;
}

export class ModelWorld implements ModelEnvironment<ModelService> {
	readonly random: Random;
	readonly desk: Desk;
	readonly service: ModelService;
	readonly judge: ModelJudge;
	readonly processes: Process[] = [];
	readonly putBacks: ModelPutBack[] = [];
	readonly folders = new Map<number, Folder>();
	database: Database = emptyDatabase();
	timeline = 1;
	databaseIsAway = false;
	healed = false;
	now = 0;
	step = 0;
	/** The process that gets the next permit falls asleep before its first byte. */
	sleepsAtPermit = false;
	#tasks: Task[] = [];
	#current: Task | undefined;
	#number = 0;

	constructor(seed: number, off: ReadonlySet<Rule>) {
		this.random = randomOf(seed);
		this.desk = new Desk(this, off);
		this.service = new ModelService(this);
		this.judge = new ModelJudge(this);
	}

	/** A number that was never given before, in any database. */
	number(): number {
		this.#number += 1;
		return this.#number;
	}

	isTrouble(probability: number): boolean {
		return !this.healed && this.random.chance(probability);
	}

	folderOf(machine: number): Folder {
		const folder = this.folders.get(machine) ?? emptyFolder();
		this.folders.set(machine, folder);
		return folder;
	}

	/** `mark`: its memory was put back with its machine, and goes on from there. */
	start(name: string, machine: number, mark: number | null = null): Process {
		const process = { name, machine, alive: true, diedAt: null, pausedUntil: 0, mark };
		this.processes.push(process);
		this.play(this.desk.work(process), process);
		return process;
	}

	kill(process: Process): void {
		Object.assign(process, { alive: false, diedAt: this.now });
		this.#tasks = this.#tasks.filter((task) => task.process !== process);
	}

	play(act: Act<unknown>, process: Process | null = null): void {
		this.#tasks.push({ process, act, readyAt: this.now, previous: 0 });
	}

	/** The previous step of the process at work: it cannot know of anything put back since. */
	get previousStep(): number {
		return this.#current?.previous ?? 0;
	}

	approvalMs(): number {
		return this.random.chance(0.2) ? 20_000 + this.random.below(60_000) : 120 * 60_000;
	}

	/** Every living process hears of a commit, machine by machine, a moment after it. */
	committed(): void {
		this.judge.judgeRows();
		this.#fallAsleep();
		const heard = this.database;
		for (const process of this.processes.filter(({ alive, mark }) => alive && mark !== null)) {
			this.play(this.#hear(process, heard), process);
		}
	}

	#fallAsleep(): void {
		const sleeper = this.#current?.process;
		const isPermit = this.database.payments.some(({ attempt }) => attempt?.at === this.now);
		if (!this.sleepsAtPermit || !isPermit || !sleeper) return;
		this.sleepsAtPermit = false;
		sleeper.pausedUntil = this.now + 3 * 3_600_000;
	}

	*#hear(process: Process, database: Database): Act {
		yield this.random.below(1_000);
		if (this.database === database && !this.databaseIsAway) this.desk.hear(process);
	}

	arrived(post: Post, payment: Payment): void {
		this.judge.judgeArrival(post, payment);
	}

	copy(...machines: number[]): ModelCopy {
		const folders = machines.map((machine) => [machine, clone(this.folderOf(machine))] as const);
		return { step: this.step, at: this.now, database: clone(this.database), folders: new Map(folders) };
	}

	putBack(copy: ModelCopy, { database = false, machines = [] }: { database?: boolean; machines?: number[] }): void {
		this.putBacks.push({ database, machines, from: copy.at, at: this.now, step: this.step });
		for (const machine of machines) this.folders.set(machine, clone(copy.folders.get(machine) ?? emptyFolder()));
		if (database) this.database = clone(copy.database);
		this.judge.reset();
	}

	/** Takes one step at a time until `isOver`, or until nobody can go on. */
	run(isOver: () => boolean): void {
		while (!isOver()) {
			const task = this.#choose();
			if (!task) return;
			this.step += 1;
			this.now += 1 + this.random.below(20);
			this.#current = task;
			const { done, value } = task.act.next();
			task.previous = this.step;
			if (done) this.#tasks.splice(this.#tasks.indexOf(task), 1);
			else task.readyAt = this.now + value;
		}
	}

	#choose(): Task | undefined {
		let soonest = Number.POSITIVE_INFINITY;
		const ready: Task[] = [];
		for (const task of this.#tasks) {
			const time = Math.max(task.readyAt, task.process?.pausedUntil ?? 0);
			if (time <= this.now) ready.push(task);
			else if (time < soonest) soonest = time;
		}
		if (ready.length > 0) return this.random.pick(ready);
		if (!Number.isFinite(soonest)) return undefined;
		this.now = soonest;
		return this.#choose();
	}
}

/** Only for plain data. */
function clone<T>(data: T): T {
	return JSON.parse(JSON.stringify(data)) as T;
}
