/** Put-backs: databases and folders as they were, together or apart, and a standby in place of its primary. */
import { moneyMoved, type PaymentState } from "#lib/payment-state.ts";
import { copyFolder, putFolderBack } from "#tests/simulation/ports/files.ts";
import type { Copied, SimulatedDatabase } from "#tests/simulation/postgres/simulated-database.ts";
import type { Scheduler } from "#tests/simulation/scheduler.ts";

/** The database and some machines' folders at one moment. */
export interface Copy {
	at: number;
	step: number;
	database: Copied;
	folders: ReadonlyMap<number, ReadonlyMap<string, string>>;
}

/** A put-back, its time and the time it goes back to: events in between are lost. */
export interface PutBack {
	database: boolean;
	machines: readonly number[];
	from: number;
	at: number;
	atStep: number;
	/** Payments whose outcome that database does not know. */
	open: ReadonlySet<unknown>;
}

/** The parts of a world that go back, with the record of its put-backs. */
interface Restorable {
	readonly scheduler: Scheduler;
	readonly database: SimulatedDatabase;
	readonly judge: { reset(): void };
	readonly options: { count(what: string): void };
	readonly putBacks: PutBack[];
	databaseIsAway: boolean;
	folderOf(machine: number): string;
}

/** The record of a world's put-backs. */
type Remembering = Pick<Restorable, "putBacks">;

export async function copyOf(world: Restorable, machines: readonly number[]): Promise<Copy> {
	const { scheduler, database } = world;
	const folders = machines.map((machine) => [machine, copyFolder(scheduler, world.folderOf(machine))] as const);
	return { at: scheduler.now, step: scheduler.taken, database: await database.copy(), folders: new Map(folders) };
}

/** A database comes back only while it is away and every connection is broken. */
export async function putBack(
	world: Restorable,
	copy: Copy,
	{ database = false, machines = [] }: { database?: boolean; machines?: readonly number[] },
): Promise<void> {
	const { scheduler } = world;
	const open = new Set<unknown>();
	world.putBacks.push({ database, machines, from: copy.at, at: scheduler.now, atStep: scheduler.taken, open });
	world.options.count(
		`put back: ${[...(database ? ["database"] : []), ...machines.map(() => "folder")].join(" and ")}`,
	);
	for (const machine of machines) {
		putFolderBack(scheduler, world.folderOf(machine), copy.folders.get(machine) ?? new Map());
	}
	if (!database) return;
	await world.database.putBack(copy.database);
	for (const { id, state } of world.database.committed("payment"))
		if (moneyMoved(state as PaymentState) === "maybe") open.add(id);
	world.judge.reset();
	world.databaseIsAway = false;
}

/** Nothing is promised about a deposit that waited while the database went back by less: docs/payments.md, "Not promised". */
const MOMENT_MS = 60_000;

/** True if this was lost with a database that was put back within a moment of the copy. */
export function wasForgottenAtOnce(world: Remembering, at: number): boolean {
	return world.putBacks.some(
		(each) => each.database && each.from < at && at <= each.at && each.at - each.from < MOMENT_MS,
	);
}

/** True if something of that moment was lost with a later put-back. */
export function wasForgotten(world: Remembering, at: number, of: { database?: true; machine?: number }): boolean {
	return world.putBacks.some((each) => {
		const isThis = of.database ? each.database : each.machines.includes(Number(of.machine));
		return isThis && each.from < at && at <= each.at;
	});
}
