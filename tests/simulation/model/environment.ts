import type { Database, Folder, Payment, Post, Process } from "#tests/simulation/model/state.ts";
import type { Random } from "#tests/simulation/random.ts";

/** An act of a process or a person, step by step; each step yields the milliseconds until the next, 0 for none. */
export type Act<T = void> = Generator<number, T, undefined>;

export interface ModelPutBack {
	database: boolean;
	machines: readonly number[];
	/** The times at which the copy was made and put back. */
	from: number;
	at: number;
	step: number;
}

export interface ModelEnvironment<Service = unknown> {
	readonly random: Random;
	readonly service: Service;
	readonly processes: readonly Process[];
	readonly folders: ReadonlyMap<number, Folder>;
	readonly putBacks: readonly ModelPutBack[];
	readonly database: Database;
	readonly timeline: number;
	readonly databaseIsAway: boolean;
	readonly healed: boolean;
	readonly now: number;
	readonly step: number;
	/** The previous step of the process at work: it cannot know of anything put back since. */
	readonly previousStep: number;
	/** A number that was never given before, in any database. */
	number(): number;
	isTrouble(probability: number): boolean;
	folderOf(machine: number): Folder;
	approvalMs(): number;
	committed(): void;
	arrived(post: Post, payment: Payment): void;
}
