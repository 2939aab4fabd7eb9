/** One seed of the model: people make requests, faults occur, everything heals, and then all invariants must hold. */

import type { Act } from "#tests/simulation/model/environment.ts";
import { Broken } from "#tests/simulation/model/judge.ts";
import type { Rule } from "#tests/simulation/model/rules.ts";
import type { Payment } from "#tests/simulation/model/state.ts";
import { SAYS_UNPAID } from "#tests/simulation/model/state.ts";
import { ModelWorld } from "#tests/simulation/model/world.ts";
import type { Random } from "#tests/simulation/random.ts";

const MINUTE = 60_000;
const TROUBLE_MS = 5 * MINUTE;
const MOST_STEPS = 20_000;

export interface ModelResult {
	steps: number;
	broken: Broken | null;
	met: string[];
}

export function playModel(seed: number, off: ReadonlySet<Rule> = new Set()): ModelResult {
	const world = new ModelWorld(seed, off);
	const met: string[] = [];
	try {
		play(world, (what) => met.push(what));
		return { steps: world.step, broken: null, met };
	} catch (error) {
		if (error instanceof Broken) return { steps: world.step, broken: error, met };
		throw error;
	}
}

function play(world: ModelWorld, count: (what: string) => void): void {
	const { random } = world;
	world.start("worker 1", 1);
	if (random.chance(0.5)) world.start("worker 2", random.pick([1, 2]));
	for (let wish = 1 + random.below(4); wish > 0; wish -= 1) world.play(want(world, wish));
	for (const trouble of chooseTroubles(random)) {
		count(trouble.name);
		world.play(trouble(world, random));
	}
	const within = (ms: number) => {
		const until = world.now + ms;
		return () => world.now > until || world.step > MOST_STEPS;
	};
	world.run(within(TROUBLE_MS));
	world.healed = true;
	world.databaseIsAway = false;
	for (const process of world.processes) process.pausedUntil = Math.min(process.pausedUntil, world.now);
	if (!world.processes.some(({ alive }) => alive)) world.start("worker 9", 1);
	world.run(within(6 * MINUTE));
	world.judge.judgeAnswers();
	for (let rounds = 0; rounds < 4; rounds += 1) {
		closeWhatIsOpen(world);
		world.run(within(3 * MINUTE));
	}
	world.now += 3 * 60 * MINUTE;
	for (let rounds = 0; rounds < 2; rounds += 1) {
		world.run(within(3 * MINUTE));
		closeWhatIsOpen(world);
	}
	world.run(within(3 * MINUTE));
	world.judge.judgeEnd();
}

/** One wish: pressed twice, approved, and requested again while nobody says that it was paid. */
function* want(world: ModelWorld, wish: number): Act {
	const { random, desk } = world;
	for (let form = 1; form <= 3; form += 1) {
		yield random.below(form === 1 ? 20_000 : 120_000);
		if (world.databaseIsAway) continue;
		const latest = world.database.payments.findLast((payment) => payment.wish === wish);
		const isUnpaid = !latest || SAYS_UNPAID.includes(latest.state) || random.chance(0.3);
		if (!isUnpaid) continue;
		const presses = random.chance(0.3) ? 2 : 1;
		for (let press = 0; press < presses; press += 1) {
			const payment = desk.request(`${wish}:${form}`, wish);
			if (payment === "twin") continue;
			yield random.below(1_000);
			if (random.chance(0.2)) desk.approve(payment.id, "maker");
			yield random.below(5_000);
			if (random.chance(0.95)) desk.approve(payment.id, "first");
		}
	}
}

/** Admins go on with a suspect database or a held wallet, and people settle unknown payouts by the service's portal. */
function closeWhatIsOpen({ desk, database, service }: ModelWorld): void {
	desk.acknowledge();
	database.stoppedAt = null;
	desk.answerWallet(({ id }: Payment) => service.heldOf(id) !== null);
	for (const { id, state, attempt } of database.payments) {
		const isOpen = state === "unknown" || state === "may_have_left";
		if (!isOpen) continue;
		const held = service.heldOf(id);
		if (held && attempt) desk.attach(id, held.reference);
		else for (const person of ["first", "second"] as const) desk.settle(id, person, held !== null);
	}
}

type Trouble = (world: ModelWorld, random: Random) => Act;

function chooseTroubles(random: Random): Trouble[] {
	const often = [kill, kill, pause, outage, topUp].filter(() => random.chance(0.4));
	const seldom = [
		restoreBackup,
		putBackMachine,
		putBackFolder,
		promoteStandby,
		sleepForHours,
		stopSending,
		replaceMachine,
		resumeSnapshot,
		loseWithPrimary,
		sleepAtPermit,
	];
	return random.chance(0.6) ? [...often, random.pick(seldom)] : often;
}

function* kill(world: ModelWorld, random: Random): Act {
	yield random.below(60_000);
	const victim = world.processes.find(({ alive }) => alive);
	if (!victim) return;
	world.kill(victim);
	yield random.below(30_000);
	world.start(`${victim.name}+`, victim.machine);
}

function* pause(world: ModelWorld, random: Random): Act {
	yield random.below(60_000);
	for (const process of world.processes)
		if (random.chance(0.5)) process.pausedUntil = world.now + random.below(300_000);
}

function* outage(world: ModelWorld, random: Random): Act {
	yield random.below(60_000);
	world.databaseIsAway = true;
	yield random.below(60_000);
	world.databaseIsAway = false;
}

function* restoreBackup(world: ModelWorld, random: Random): Act {
	yield random.below(40_000);
	const copy = world.copy();
	yield random.below(60_000);
	world.databaseIsAway = true;
	yield random.below(20_000);
	world.putBack(copy, { database: true });
	world.databaseIsAway = false;
	if (random.chance(0.5)) return;
	yield 30_000 + random.below(60_000);
	closeWhatIsOpen(world);
	const second = random.chance(0.5) ? copy : world.copy();
	yield random.below(60_000);
	world.putBack(second, { database: true });
}

/** Waits until a payout is approved, or for a while. */
function* untilApproved({ database: { payments } }: ModelWorld): Act {
	for (let tries = 0; tries < 300; tries += 1) {
		if (payments.some(({ state }) => state === "approved")) return;
		yield 200;
	}
}

function* putBackMachine(world: ModelWorld, random: Random): Act {
	yield random.below(20_000);
	yield* untilApproved(world);
	const copy = world.copy(1);
	yield random.below(60_000);
	if (random.chance(0.5)) world.service.topUp(2 ** (1 + random.below(4)));
	const ended = world.processes.filter(({ alive, machine }) => alive && machine === 1);
	for (const process of ended) world.kill(process);
	world.databaseIsAway = true;
	yield random.pick([2_000, 20_000, 300_000]);
	world.putBack(copy, { database: true, machines: [1] });
	world.databaseIsAway = false;
	for (const { name } of ended) world.start(`${name}+`, 1);
}

function* putBackFolder(world: ModelWorld, random: Random): Act {
	yield random.below(40_000);
	const copy = world.copy(1);
	yield random.below(60_000);
	for (const process of world.processes.filter(({ alive, machine }) => alive && machine === 1)) world.kill(process);
	world.putBack(copy, { machines: [1] });
	world.start("worker 4", 1);
}

/** The standby lacks the newest commits. */
function* promoteStandby(world: ModelWorld, random: Random): Act {
	yield random.below(60_000);
	const standby = world.copy();
	yield random.below(15_000);
	world.databaseIsAway = true;
	yield random.below(20_000);
	world.timeline += 1;
	world.putBack(standby, { database: true });
	world.databaseIsAway = false;
}

/** A machine is lost with its database, and a new one takes its place. */
function* replaceMachine(world: ModelWorld, random: Random): Act {
	yield random.below(40_000);
	const copy = world.copy();
	yield random.below(60_000);
	for (const process of world.processes.filter(({ alive, machine }) => alive && machine === 1)) world.kill(process);
	world.putBack(copy, { database: true });
	yield random.below(60_000);
	world.start("worker 5", 5);
}

function* sleepForHours(world: ModelWorld, random: Random): Act {
	yield random.below(60_000);
	for (const process of world.processes) process.pausedUntil = world.now + 3 * 60 * MINUTE;
	const other = random.chance(0.5) ? world.start("worker 3", 3) : null;
	yield 3 * 60 * MINUTE + random.below(1_000);
	if (other) closeWhatIsOpen(world);
}

/** A virtual machine goes back with its memory, so a process that wakes in it believes in the earlier time. */
function* resumeSnapshot(world: ModelWorld, random: Random): Act {
	yield random.below(40_000);
	const copy = world.copy(1);
	const alive = world.processes.filter(({ alive, machine }) => alive && machine === 1);
	const marks = alive.map(({ name, mark }) => ({ name, mark }));
	yield 61_000 + random.below(120_000);
	for (const process of world.processes.filter(({ alive, machine }) => alive && machine === 1)) world.kill(process);
	world.putBack(copy, { database: true, machines: [1] });
	for (const { name, mark } of marks) world.start(name, 1, mark);
}

/** The machine that sent last dies with the primary; the standby or the backup that replaces it lacks that permit. */
function* loseWithPrimary(world: ModelWorld, random: Random): Act {
	world.start("worker 6", 6);
	let standby = world.copy();
	const { posts } = world.service;
	const isNear = () => world.database.payments.some(({ state }) => state === "approved");
	for (const known = posts.length; posts.length === known; ) {
		if (isNear()) standby = world.copy();
		yield isNear() ? 200 : 2_000;
	}
	const sender = posts.at(-1)?.by;
	// Only the sender's folder reveals a backup in its place: docs/payments.md, "Not promised".
	const isStandby = random.chance(0.5);
	const lost = world.processes.filter(({ machine }) => !isStandby || machine === sender?.machine);
	for (const process of lost) world.kill(process);
	if (isStandby) world.timeline += 1;
	world.putBack(standby, { database: true });
	if (!isStandby && sender) world.start("worker 8", sender.machine);
}

function* sleepAtPermit(world: ModelWorld, random: Random): Act {
	world.sleepsAtPermit = true;
	yield 3_600_000 * 2 + random.below(60_000);
	world.start("worker 7", 7);
	yield 10 * MINUTE;
	closeWhatIsOpen(world);
}

function* topUp(world: ModelWorld, random: Random): Act {
	for (let times = random.below(4); times > 0; times -= 1) {
		yield random.below(60_000);
		world.service.topUp(2 ** (1 + random.below(4)));
	}
}

function* stopSending(world: ModelWorld, random: Random): Act {
	yield random.below(30_000);
	if (!world.databaseIsAway) world.desk.stop();
}
