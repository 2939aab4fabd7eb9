/** One run of a seed: people ask, the world breaks, everything heals, and then all of it must be true. */

import { judgeEnd, type Transitions, Violation } from "#tests/simulation/invariants.ts";
import type { Witness } from "#tests/simulation/memory/memory-store.ts";
import { acknowledge, answerDoubts, closeWhatIsOpen, PEOPLE, wantPayment } from "#tests/simulation/people.ts";
import { randomOf } from "#tests/simulation/random.ts";
import { startWorker } from "#tests/simulation/worker.ts";
import { type PlannedFailure, World } from "#tests/simulation/world.ts";

export interface RunResult {
	seed: number;
	violation: string | null;
	/** The invariant's name, when one was broken. */
	invariant: string | null;
	/** What was made to fail, when that was planned. */
	failure: PlannedFailure | null;
	steps: number;
	/** Port calls that were made. */
	calls: number;
}

export interface Totals {
	transitions: Transitions;
	met: Map<string, number>;
}

export function newTotals(): Totals {
	return { transitions: new Map(), met: new Map() };
}

export interface RunOptions {
	seed: number;
	totals: Totals;
	tell?: (line: string) => void;
	/** Nothing goes wrong but this. */
	failure?: PlannedFailure;
	/** Nothing goes wrong at all. */
	calm?: boolean;
	/** Told of everything that is done to the database. */
	witness?: Witness;
}

/** How long people and the world are at it, and how long everything may take to be final after the heal. */
const TROUBLE_MS = 300_000;
const HEAL_MS = 2 * 3_600_000;
/** Far above what a run needs; a run that comes here goes in circles. */
const MOST_STEPS = 60_000;

export async function simulate(options: RunOptions): Promise<RunResult> {
	const { seed, totals } = options;
	const count = (what: string) => totals.met.set(what, (totals.met.get(what) ?? 0) + 1);
	const trouble = options.failure === undefined && !options.calm;
	const world = new World({
		seed,
		trouble,
		count,
		transitions: totals.transitions,
		...(options.tell ? { tell: options.tell } : {}),
		...(options.failure ? { failure: options.failure } : {}),
		...(options.witness ? { witness: options.witness } : {}),
	});
	const failure = options.failure ?? null;
	const result: RunResult = { seed, violation: null, invariant: null, failure, steps: 0, calls: 0 };
	try {
		await run(world, trouble);
	} catch (error) {
		result.violation = error instanceof Error ? (error.stack ?? error.message) : String(error);
		result.invariant = error instanceof Violation ? error.invariant : "error";
	}
	return { ...result, steps: world.scheduler.taken, calls: world.calls };
}

async function run(world: World, trouble: boolean): Promise<void> {
	seedTables(world);
	const guard = (story: Promise<unknown>) => void story.catch((error: unknown) => world.faults.push(error));
	const settled = { stories: 0 };
	const story = (told: Promise<unknown>) => {
		settled.stories += 1;
		guard(told.finally(() => (settled.stories -= 1)));
	};
	const check = () => {
		if (world.faults.length > 0) throw world.faults[0];
		if (world.scheduler.taken > MOST_STEPS) throw new Violation("I11", "it never ends");
	};
	world.spawn("web 1");
	world.spawn("web 2");
	startWorker(world, "worker 1");
	if (world.random.chance(0.5)) startWorker(world, "worker 2");
	const payments = trouble ? world.random.pick([1, 1, 2, 2, 3]) : 2;
	for (let number = 1; number <= payments; number += 1) story(wantPayment(world, number));
	if (trouble) story(makeTrouble(world));
	if (trouble && world.random.chance(0.15)) story(restoreBackup(world));
	const end = world.scheduler.now + TROUBLE_MS;
	await world.scheduler.run(() => settled.stories === 0 || world.scheduler.now > end, check);
	check();
	heal(world);
	await world.scheduler.run(quietFrom(world, 4), check);
	check();
	// A permit's deadline and the waiting time of people are over, and clocks may be an hour apart.
	world.scheduler.now += HEAL_MS;
	story(closeWhatIsOpen(world));
	await world.scheduler.run(() => settled.stories === 0, check);
	check();
	guard(answerDoubts(world));
	// An old deposit is looked at every half hour.
	await world.scheduler.run(quietFrom(world, 90), check);
	check();
	judgeEnd(world.store, world.service, world.forgotten);
}

function seedTables(world: World): void {
	const transaction = world.store.begin(new Date(world.scheduler.now));
	for (const member of Object.values(PEOPLE)) {
		const created = new Date(world.scheduler.now);
		world.store.insert(transaction, "member", { ...member, password_hash: "none", created_at: created });
	}
	for (const [code, flow] of [
		["orange-money-ci", "otp"],
		["wave-ci", "payment_url"],
	]) {
		const facts = { name: code, country: "CI", currency: "XOF", prefixes: "[]", window_minutes: 15, enabled: true };
		world.store.insert(transaction, "operator", { code, flow, ...facts });
	}
	// In some runs a payout wants two approvers.
	if (world.random.chance(0.3)) {
		const rule = { currency: "XOF", one_approver_up_to: "500.00", no_approver_up_to: "0.00" };
		world.store.insert(transaction, "payout_rule", { ...rule, changed_at: new Date(world.scheduler.now) });
	}
	world.store.commit(transaction);
}

/** Kills, pauses and outages, each undone after a while as a supervisor or an operator would. */
async function makeTrouble(world: World): Promise<void> {
	const random = randomOf(world.options.seed * 31 + 7);
	for (let times = random.below(5); times > 0; times -= 1) {
		await world.scheduler.sleep(null, random.below(25_000), "trouble");
		const alive = world.instances.filter((each) => each.alive);
		if (alive.length === 0) continue;
		const instance = random.pick(alive);
		const what = random.pick(["kill", "kill", "pause", "outage"]);
		world.options.count(`trouble: ${what}`);
		if (what === "kill") {
			world.kill(instance);
			await world.scheduler.sleep(null, random.below(60_000), "a supervisor");
			startAgain(world, instance.name);
		} else if (what === "pause") {
			instance.pausedUntil = world.scheduler.now + random.below(400_000);
		} else {
			world.loseDatabase();
			await world.scheduler.sleep(null, random.below(90_000), "the database is away");
			world.databaseIsAway = false;
		}
	}
}

/** Programs live on meanwhile, or sleep: the hardest form of it. */
async function restoreBackup(world: World): Promise<void> {
	const pause = (ms: number, label: string) => world.scheduler.sleep(null, world.random.below(ms), label);
	await pause(30_000, "a backup is made");
	const backup = world.store.backup();
	await pause(60_000, "the disk of the database dies");
	world.loseDatabase();
	await pause(30_000, "the backup is put back");
	world.restore(backup);
	await pause(120_000, "an admin looks");
	if (world.random.chance(0.7)) await acknowledge(world);
}

function startAgain(world: World, name: string): void {
	if (name.startsWith("worker")) startWorker(world, name);
	else world.spawn(name);
}

/** From now on nothing fails, and everything that died is there again. */
function heal(world: World): void {
	world.healed = true;
	world.databaseIsAway = false;
	for (const instance of world.instances) instance.pausedUntil = Math.min(instance.pausedUntil, world.scheduler.now);
	for (const name of ["web 1", "worker 1"]) {
		if (!world.instances.some((each) => each.alive && each.name === name)) startAgain(world, name);
	}
}

/** Nobody is about to send, nothing is on the wire, and what has a reference is final; at the latest after some minutes. */
function quietFrom(world: World, minutes: number): () => boolean {
	const latest = world.scheduler.now + minutes * 60_000;
	return () => {
		if (world.scheduler.now > latest) return true;
		const busy = ["approved", "sending"];
		return world.store
			.committed("payment")
			.every(
				(row) => !busy.includes(String(row.state)) && (row.state !== "pending" || row.service_status === "failed"),
			);
	};
}
