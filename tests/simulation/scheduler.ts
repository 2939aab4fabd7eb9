/**
 * One step at a time, in an order that a seed chooses. A process that awaits a port queues a step here; a chosen step runs in one
 * piece. Time is virtual: it creeps with each step, and leaps when nobody can go on before.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Random } from "#tests/simulation/random.ts";

/** A running program. Steps of a dead one are never taken, those of a paused one not before it wakes. */
export interface Process {
	name: string;
	alive: boolean;
	pausedUntil: number;
}

/** A process at work on one thing, with its questions one after another. */
export interface Running {
	process: Process;
	scheduler: Scheduler;
	/** The payment of its job. */
	paymentId?: string;
	/** The step in which that job was taken. */
	takenAtStep?: number;
	/** The step of the database's last answer to it. */
	answeredAtStep?: number;
}

/** The running process: for ports that are modules and have no context of their own. */
export const running = new AsyncLocalStorage<Running>();

export interface Step {
	/** Null: the world itself (network, other machines). */
	process: Process | null;
	label: string;
	/** The process that asked for it, and its job. */
	here: Running | undefined;
	/** Virtual time from which on it may run; infinite while it cannot. */
	readyAt: () => number;
	run: () => Promise<void>;
}

export class Scheduler {
	/** Virtual milliseconds since the epoch. */
	now: number;
	/** Steps taken so far. */
	taken = 0;
	readonly #random: Random;
	readonly #tell: ((line: string) => void) | undefined;
	#steps: Step[] = [];
	/** Called before a step is taken; true delays the step. */
	holdUp: ((step: Step) => boolean) | undefined;

	constructor(random: Random, startAt: number, tell?: (line: string) => void) {
		this.#random = random;
		this.now = startAt;
		this.#tell = tell;
	}

	/** Queues a step; resolves with the action's result when its turn comes. Nothing else happens until the action is done. */
	step<T>(process: Process | null, label: string, action: () => T | Promise<T>, readyAt?: () => number): Promise<T> {
		const here = running.getStore();
		return new Promise((resolve, reject) => {
			const step: Step = {
				process,
				label,
				here,
				readyAt: readyAt ?? (() => 0),
				run: async () => {
					try {
						resolve(await (here === undefined ? action() : running.run(here, action)));
					} catch (error) {
						reject(error);
					}
				},
			};
			this.#steps.push(step);
		});
	}

	sleep(process: Process | null, ms: number, label = "sleep"): Promise<void> {
		const until = this.now + ms;
		return this.step(
			process,
			label,
			() => undefined,
			() => until,
		);
	}

	until(isSo: () => boolean, label = "wait until"): Promise<void> {
		return this.step(
			null,
			label,
			() => undefined,
			() => (isSo() ? 0 : Number.POSITIVE_INFINITY),
		);
	}

	/** Suspends this process right before the chosen step, until it is woken. */
	suspendAt(process: Process, isMeant: (step: Step) => boolean): Promise<void> {
		return new Promise((resolve) => {
			this.holdUp = (step) => {
				if (step.process !== process || !isMeant(step)) return false;
				this.holdUp = undefined;
				process.pausedUntil = Number.POSITIVE_INFINITY;
				resolve();
				return true;
			};
		});
	}

	/** Takes steps until `isOver` or until nobody can ever go on. */
	async run(isOver: () => boolean, afterStep: () => void): Promise<void> {
		for (;;) {
			// Lets everything that the last step released reach its next port: ticks run when all promises have had their turn.
			await new Promise<void>((resolve) => process.nextTick(resolve));
			if (isOver()) return;
			const step = this.#choose();
			if (!step) return;
			if (this.holdUp?.(step)) {
				this.#steps.push(step);
				continue;
			}
			this.now += 1 + this.#random.below(20);
			this.taken += 1;
			this.#tell?.(this.#name(step));
			await step.run();
			afterStep();
		}
	}

	#choose(): Step | undefined {
		this.#steps = this.#steps.filter(({ process }) => process === null || process.alive);
		let ready = this.#readyAt(this.now);
		if (ready.length === 0) {
			const next = Math.min(...this.#steps.map((step) => this.#time(step)));
			if (!Number.isFinite(next)) return undefined;
			this.now = next;
			ready = this.#readyAt(next);
		}
		const step = this.#random.pick(ready);
		this.#steps.splice(this.#steps.indexOf(step), 1);
		return step;
	}

	#readyAt(time: number): Step[] {
		return this.#steps.filter((step) => this.#time(step) <= time);
	}

	#time({ process, readyAt }: Step): number {
		return Math.max(readyAt(), process?.pausedUntil ?? 0);
	}

	#name({ process, label }: Step): string {
		return `${new Date(this.now).toISOString().slice(11, 23)} ${process?.name ?? "world"}: ${label}`;
	}
}
