/** The base of every part of the model's desk: its rules, its database, its folder. */

import type { ModelEnvironment } from "#tests/simulation/model/environment.ts";
import type { Rule } from "#tests/simulation/model/rules.ts";
import type { ModelService } from "#tests/simulation/model/service.ts";
import type { Database, Folder, Payment, Process, State } from "#tests/simulation/model/state.ts";

export const MINUTE = 60_000;
/** States that may have moved money. */
export const MAY_HAVE_MOVED: readonly State[] = [
	"sending",
	"pending",
	"succeeded",
	"unknown",
	"may_have_left",
	"settled_paid",
];

export class DatabaseAway extends Error {}

export abstract class ModelBase {
	protected readonly world: ModelEnvironment<ModelService>;
	readonly #off: ReadonlySet<Rule>;

	constructor(world: ModelEnvironment<ModelService>, off: ReadonlySet<Rule>) {
		this.world = world;
		this.#off = off;
	}

	protected keeps(rule: Rule): boolean {
		return !this.#off.has(rule);
	}

	protected get now(): number {
		return this.world.now;
	}

	protected ask(): Database {
		if (this.world.databaseIsAway) throw new DatabaseAway();
		return this.world.database;
	}

	protected read(id: number): Payment | undefined {
		return this.ask().payments.find((payment) => payment.id === id);
	}

	protected find(id: number): Payment | undefined {
		return this.world.database.payments.find((payment) => payment.id === id);
	}

	protected isTaken(reference: string, id: number): boolean {
		const others = this.world.database.payments.filter((other) => other.id !== id);
		return this.keeps("oneReference") && others.some((other) => other.reference === reference);
	}

	protected folder({ machine }: Process): Folder {
		return this.world.folderOf(machine);
	}

	protected move(payment: Payment, state: State): void {
		payment.state = state;
		payment.version += 1;
		this.record();
	}

	protected record(): void {
		this.world.database.entries.push(this.world.number());
		this.world.committed();
	}
}
