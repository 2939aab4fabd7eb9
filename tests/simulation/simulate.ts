/** One run of a seed: people make requests, faults occur, everything heals, and then all invariants must hold. */

import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { answerMismatches, closeWhatIsOpen } from "#tests/simulation/admins.ts";
import { type Transitions, Violation } from "#tests/simulation/invariants.ts";
import { judgeEnd } from "#tests/simulation/judge-books.ts";
import { type Wish, wantPayment } from "#tests/simulation/people.ts";
import { emptyDesk } from "#tests/simulation/postgres/empty-desk.ts";
import type { SimulatedDatabase } from "#tests/simulation/postgres/simulated-database.ts";
import { randomOf } from "#tests/simulation/random.ts";
import type { Scenario } from "#tests/simulation/scenarios/scenario.ts";
import { goBack, makeTrouble, runShop, startAgain, suspendForHours } from "#tests/simulation/trouble.ts";
import { startWorker } from "#tests/simulation/worker.ts";
import { type PlannedFailure, World } from "#tests/simulation/world.ts";

export interface RunResult {
	seed: number;
	/** The name of a directed scenario. */
	scenario: string | null;
	violation: string | null;
	invariant: string | null;
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
	/** Nothing else goes wrong. */
	failure?: PlannedFailure;
	/** Nothing goes wrong at all. */
	calm?: boolean;
	database: SimulatedDatabase;
	/** The scenario to play instead of chance. */
	scenario?: Scenario;
}

/** Time for people and faults, and for everything to become final after the heal. */
const TROUBLE_MS = 300_000;
const HEAL_MS = 2 * 3_600_000;
const SUPERVISOR_MS = 20_000;
const FIRST_LOOK_MS = 60_000;
/** Far above what a run needs; a run that gets here goes in circles. */
const MOST_STEPS = 60_000;

export async function simulate(options: RunOptions): Promise<RunResult> {
	const { seed, totals } = options;
	const count = (what: string) => totals.met.set(what, (totals.met.get(what) ?? 0) + 1);
	const trouble = options.failure === undefined && !options.calm && !options.scenario;
	await emptyDesk(options.database, trouble && randomOf(seed * 11 + 1).chance(0.3));
	const world = new World({
		seed,
		database: options.database,
		trouble,
		plain: options.scenario !== undefined,
		count,
		transitions: totals.transitions,
		...(options.tell ? { tell: options.tell } : {}),
		...(options.failure ? { failure: options.failure } : {}),
	});
	const { scenario, failure = null } = options;
	const broken: Pick<RunResult, "violation" | "invariant"> = { violation: null, invariant: null };
	try {
		await run(world, trouble, scenario);
	} catch (error) {
		broken.violation = error instanceof Error ? (error.stack ?? error.message) : String(error);
		broken.invariant = error instanceof Violation ? error.invariant : "error";
	}
	const counts = { steps: world.scheduler.taken, calls: world.calls };
	return { seed, scenario: scenario?.name ?? null, failure, ...broken, ...counts };
}

async function run(world: World, trouble: boolean, scenario?: Scenario): Promise<void> {
	const guard = (story: Promise<unknown>) => void story.catch((error: unknown) => world.faults.push(error));
	world.supervisor = (killed) =>
		void world.scheduler.sleep(null, SUPERVISOR_MS, "a supervisor").then(() => startAgain(world, killed));
	const settled = { stories: 0 };
	const story = (told: Promise<unknown>) => {
		settled.stories += 1;
		guard(told.finally(() => (settled.stories -= 1)));
	};
	const check = () => {
		if (world.faults.length > 0) throw world.faults[0];
		if (world.scheduler.taken > MOST_STEPS) throw new Violation("I11", "it never ends");
	};
	if (scenario) story(scenario.play(world));
	else for (const each of beginStories(world, trouble)) story(each);
	const end = scenario ? Number.POSITIVE_INFINITY : world.scheduler.now + TROUBLE_MS;
	await world.scheduler.run(() => settled.stories === 0 || world.scheduler.now > end, check);
	check();
	heal(world);
	await world.scheduler.run(quietFrom(world, 4), check);
	check();
	// The permit's deadline and people's waiting times are over, even with clocks an hour apart.
	world.scheduler.now += HEAL_MS;
	story(closeWhatIsOpen(world));
	await world.scheduler.run(() => settled.stories === 0, check);
	check();
	guard(answerMismatches(world));
	// An old deposit is checked every half hour.
	const isQuiet = quietFrom(world, 90);
	const isAnswered = doubtsAreAnswered(world, 90);
	await world.scheduler.run(() => isQuiet() && isAnswered(), check);
	check();
	await judgeEnd(world);
}

function beginStories(world: World, trouble: boolean): Promise<unknown>[] {
	const { random } = world;
	world.spawn("web 1");
	world.spawn("web 2");
	startWorker(world, "worker 1");
	// On the same machine, or on one of its own with its own folder.
	if (random.chance(0.5)) startWorker(world, "worker 2", random.pick([1, 2]));
	const stories: Promise<unknown>[] = wishes(world, trouble).map((wish) => wantPayment(world, wish));
	if (!trouble) return stories;
	stories.push(makeTrouble(world));
	if (random.chance(0.2)) stories.push(goBack(world));
	if (random.chance(0.05)) stories.push(suspendForHours(world));
	if (random.chance(0.1)) stories.push(runShop(world));
	return stories;
}

/** Sometimes many payments of one amount, which only their ids distinguish. */
function wishes({ random }: World, trouble: boolean): Wish[] {
	if (!trouble) return [1, 2].map((number) => ({ number, amount: 1_000 + number }));
	const isMany = random.chance(0.04);
	const count = isMany ? 4 + random.below(5) : random.pick([1, 1, 2, 2, 3]);
	const areEqual = isMany || random.chance(0.2);
	return Array.from({ length: count }, (_, index) => ({
		number: index + 1,
		amount: areEqual ? 1_000 : 1_001 + index,
	}));
}

/** From now on nothing fails, and every dead process runs again. */
function heal(world: World): void {
	world.healed = true;
	world.databaseIsAway = false;
	for (const instance of world.instances) instance.pausedUntil = Math.min(instance.pausedUntil, world.scheduler.now);
	for (const name of ["web 1", "worker 1"]) startAgain(world, { name, machine: 1 });
}

/** True when nobody is about to send, nothing is on the wire, and payments with a reference are final; or after `minutes`. */
function quietFrom(world: World, minutes: number): () => boolean {
	const latest = world.scheduler.now + minutes * 60_000;
	return () => {
		if (world.scheduler.now > latest) return true;
		const busy = ["approved", "sending"];
		return world.database
			.committed("payment")
			.every(
				(row) => !busy.includes(String(row.state)) && (row.state !== "pending" || row.service_status === "failed"),
			);
	};
}

/** True when no wallet waits for its proof and nobody is asked about the database; or after `minutes`. */
function doubtsAreAnswered(world: World, minutes: number): () => boolean {
	const latest = world.scheduler.now + minutes * 60_000;
	// A process that was started again after a put-back has not read the database yet.
	const earliest = world.putBacks.length > 0 ? world.scheduler.now + FIRST_LOOK_MS : 0;
	return () => {
		if (world.scheduler.now > latest) return true;
		if (world.scheduler.now < earliest || world.database.committed("continuity_gap").length > 0) return false;
		return world.database.committed("setting").every(({ name }) => name !== DATABASE_MISMATCH);
	};
}
