/** Faults around the desk in a run: kills, pauses, outages, suspended machines, and put-backs. */
import { SHARED_WALLETS } from "#server/continuity/propose-shared.ts";
import { acknowledge, closeWhatIsOpen } from "#tests/simulation/admins.ts";
import { PEOPLE } from "#tests/simulation/people.ts";
import { type Random, randomOf } from "#tests/simulation/random.ts";
import { startWorker } from "#tests/simulation/worker.ts";
import type { Instance, World } from "#tests/simulation/world.ts";

/** Kills, pauses and outages, each undone after a while as a supervisor or an operator would. */
export async function makeTrouble(world: World): Promise<void> {
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
			startAgain(world, instance);
		} else if (what === "pause") {
			instance.pausedUntil = world.scheduler.now + random.below(400_000);
		} else {
			await world.loseDatabase();
			await world.scheduler.sleep(null, random.below(90_000), "the database is away");
			world.databaseIsAway = false;
		}
	}
}

/** Once or twice: a second put-back may follow one that was answered. */
export async function goBack(world: World): Promise<void> {
	const random = randomOf(world.options.seed * 17 + 3);
	for (let times = random.chance(0.2) ? 2 : 1; times > 0; times -= 1) {
		await random.pick([backupIsRestored, machineIsPutBack, machineIsPutBack, folderIsPutBack, standbyIsPromoted])(
			world,
			random,
		);
		await pause(world, random.below(120_000), "an admin looks");
		if (random.chance(0.7)) await acknowledge(world);
	}
}

/** Programs live on meanwhile, or sleep, which is the hardest case. */
async function backupIsRestored(world: World, random: Random): Promise<void> {
	await pause(world, random.below(30_000), "a backup is made");
	const backup = await world.copy();
	await pause(world, random.below(60_000), "the disk of the database dies");
	await world.loseDatabase();
	await pause(world, random.below(30_000), "the backup is put back");
	if (random.chance(0.1)) world.database.server.system += 1;
	await world.putBack(backup, { database: true });
}

/** The database and the folder beside it go back together, as with a snapshot of the machine; others live on. */
async function machineIsPutBack(world: World, random: Random): Promise<void> {
	await pause(world, random.below(30_000), "a snapshot of machine 1 is made");
	const snapshot = await world.copy(1);
	await pause(world, random.below(90_000), "machine 1 goes down");
	const ended = endMachine(world, 1);
	await world.loseDatabase();
	await pause(world, random.pick([2_000, 20_000, 90_000, 600_000]), "the snapshot is put back");
	await world.putBack(snapshot, { database: true, machines: [1] });
	for (const instance of ended) startAgain(world, instance);
}

async function folderIsPutBack(world: World, random: Random): Promise<void> {
	const machine = random.pick([1, 1, 2]);
	await pause(world, random.below(30_000), "a folder is copied");
	const copy = await world.copy(machine);
	await pause(world, random.below(60_000), "the folder's disk dies");
	const ended = endMachine(world, machine);
	await pause(world, 1_000 + random.below(90_000), "the folder is put back");
	await world.putBack(copy, { machines: [machine] });
	for (const instance of ended) startAgain(world, instance);
}

/** The standby lacks the newest commits; programs live on and reconnect. */
async function standbyIsPromoted(world: World, random: Random): Promise<void> {
	await pause(world, random.below(60_000), "the standby has its last commit");
	const standby = await world.copy();
	await pause(world, random.below(15_000), "the primary dies");
	await world.loseDatabase();
	// The machine of its worker may be lost with it.
	const ended = random.chance(0.4) ? endMachine(world, 1) : [];
	await pause(world, 1_000 + random.below(20_000), "the standby becomes primary");
	world.database.server.timeline += 1;
	await world.putBack(standby, { database: true });
	await pause(world, random.below(60_000), "its machine is back");
	for (const instance of ended) startAgain(world, instance);
}

/** The business's shop pays and is paid on the same wallet; an admin has said so in the settings, or nobody has. */
export async function runShop(world: World): Promise<void> {
	const random = randomOf(world.options.seed * 7 + 1);
	world.options.count("a shop on the same wallet");
	if (random.chance(0.5)) await shareWallet(world);
	for (let times = 1 + random.below(4); times > 0; times -= 1) {
		await pause(world, random.below(40_000), "the shop");
		const isOurs = random.chance(0.4);
		const amount = isOurs ? 1_000 + random.below(4) : 2_000 + random.below(50_000);
		world.service.books.makeForeign(random.pick(["deposit", "withdrawal"]), `${amount}.00`);
	}
}

/** Marks the wallet as shared, as an admin does in the settings. */
export function shareWallet({ database, scheduler }: World): Promise<void> {
	const at = new Date(scheduler.now);
	const value = JSON.stringify({ currencies: ["XOF"] });
	const row = { name: SHARED_WALLETS, value, changed_at: at, changed_by: PEOPLE.admin.id };
	return scheduler.step(null, "the wallet is said to be shared", () =>
		database.asOwner(at, (trx) => trx.insertInto("setting").values(row).execute()),
	);
}

/** A process sleeps for hours, anywhere; meanwhile people settle what it left open; then it wakes and goes on. */
export async function suspendForHours(world: World): Promise<void> {
	const random = randomOf(world.options.seed * 13 + 5);
	await pause(world, random.below(30_000), "a machine is suspended");
	const workers = world.instances.filter(({ name, alive }) => alive && name.startsWith("worker"));
	const asleep = workers.length > 0 ? random.pick(workers) : undefined;
	if (!asleep) return;
	let calls = random.below(60);
	const isSuspended = { now: false };
	void world.scheduler
		.suspendAt(asleep, ({ here }) => here?.paymentId !== undefined && calls-- <= 0)
		.then(() => {
			isSuspended.now = true;
		});
	await Promise.race([world.scheduler.until(() => isSuspended.now), pause(world, 60_000, "it is too late for it")]);
	world.scheduler.holdUp = undefined;
	if (!isSuspended.now) return;
	world.options.count("suspended for hours");
	if (workers.length === 1) startWorker(world, "worker 3", 3);
	await pause(world, 5_000, "hours go by");
	world.leap((1 + random.below(5)) * 3_600_000);
	await pause(world, 60_000, "people look");
	await closeWhatIsOpen(world);
	asleep.pausedUntil = 0;
}

/** Kills all processes of a machine; they can be started again. */
function endMachine(world: World, machine: number): Instance[] {
	const ended = world.instances.filter((each) => each.alive && each.machine === machine);
	for (const instance of ended) world.kill(instance);
	return ended;
}

export function startAgain(world: World, { name, machine }: Pick<Instance, "name" | "machine">): void {
	if (world.alive(name)) return;
	if (name.startsWith("worker")) startWorker(world, name, machine);
	else world.spawn(name, machine);
}

function pause(world: World, ms: number, label: string): Promise<void> {
	return world.scheduler.sleep(null, ms, label);
}
