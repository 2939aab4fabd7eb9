/** A machine with its folder, or a database alone, goes back. */
import { AppError } from "#server/errors.ts";
import { acknowledge } from "#tests/simulation/admins.ts";
import { askPayout, PEOPLE, type Wish } from "#tests/simulation/people.ts";
import {
	approvedPayout,
	approvedPayouts,
	endMachine,
	hours,
	isSent,
	minutes,
	PAYOUT,
	pause,
	requireThat,
	seconds,
	sent,
	sleepingDesk,
	startDesk,
	wake,
} from "#tests/simulation/scenario-steps.ts";
import type { Scenario } from "#tests/simulation/scenarios/scenario.ts";
import { shareWallet } from "#tests/simulation/trouble.ts";
import { startWorker } from "#tests/simulation/worker.ts";
import type { World } from "#tests/simulation/world.ts";

const THREE = [
	{ number: 2, amount: 1_002 },
	{ number: 3, amount: 1_003 },
	{ number: 4, amount: 1_003 },
];

export const MACHINES: readonly Scenario[] = [
	{
		name: "a machine that is put back with its folder sends nothing again",
		play: (world) => putBackMachine(world, 90),
	},
	{
		name: "a machine that is put back within seconds sends nothing again",
		play: (world) => putBackMachine(world, 5),
	},
	{
		name: "what left in the night, as large as a payout that waits, is asked about before that is sent",
		async play(world) {
			const ids = await evening(world);
			world.service.books.makeForeign("withdrawal", "1003.00");
			await hours(world, 10);
			await startDesk(world);
			await minutes(world, 3);
			requireThat(
				!isSent(world, ids[1] ?? "") && !isSent(world, ids[2] ?? ""),
				"I14",
				"sent, though it may have left before",
			);
		},
	},
	{
		name: "a usual evening and morning: what waited goes by itself",
		async play(world) {
			const ids = await evening(world);
			await hours(world, 10);
			await startDesk(world);
			await minutes(world, 3);
			requireSent(world, ids);
		},
	},
	{
		name: "a line that the service takes back lets go what it held",
		async play(world) {
			const ids = await evening(world);
			await hours(world, 5);
			const taken = world.service.books.makeForeign("withdrawal", "1003.00");
			await hours(world, 5);
			await startDesk(world);
			await minutes(world, 2);
			requireThat(!isSent(world, ids[1] ?? ""), "I14", "sent, though it may have left before");
			world.service.books.takeBack(taken);
			await minutes(world, 4);
			requireSent(world, ids);
		},
	},
	{
		name: "what left is known by its line on a wallet that a shop uses too",
		async play(world) {
			await shareWallet(world);
			await putBackMachine(world, 90, () => void world.service.books.makeForeign("deposit", "500000.00"));
		},
	},
	{
		name: "what no line shows and money without a line hides in part is not promised",
		async play(world) {
			const { books } = world.service;
			books.listsAfterMs = 600_000;
			await putBackMachine(world, 5, () => void books.makeForeign("deposit", "3500.00"));
		},
	},
	{
		name: "a worker that slept through the night asks the wallet as one that starts",
		async play(world) {
			const worker = await startDesk(world);
			await sent(world, await approvedPayout(world, PAYOUT));
			await seconds(world, 20);
			pause(worker);
			const ids = await approvedPayouts(world, ...THREE);
			world.service.books.makeForeign("withdrawal", "1003.00");
			await hours(world, 10);
			wake(worker);
			await minutes(world, 3);
			requireThat(!isSent(world, ids[1] ?? ""), "I14", "sent, though it may have left before");
		},
	},
	{
		name: "what a wallet holds does not expire as unsent",
		async play(world) {
			await putBackMachine(world, 90);
			await hours(world, 100);
			await minutes(world, 3);
		},
	},
	{
		name: "a permit whose worker dies with the POST on the wire is known when its database is put back",
		async play(world) {
			const { id, first: worker } = await sleepingDesk(world);
			const copy = await world.copy();
			wake(worker);
			await world.scheduler.until(() => isSent(world, id), "the bytes are there");
			await endMachine(world);
			await world.putBack(copy, { database: true });
			await startDesk(world);
			await minutes(world, 3);
		},
	},
	{
		name: "what a doubt has ended may have left: it is not called unpaid",
		play: async (world) => void (await putBackDatabase(world)),
	},
	{
		name: "what may have left is asked about when the same is asked for again",
		async play(world) {
			await putBackDatabase(world);
			const { code } = await askAgain(world, PAYOUT);
			requireThat(code === "duplicate_suspected", "I14", `the same was asked for again: ${code}`);
		},
	},
	{
		name: "what may have left is asked about on a machine that has no journal of it",
		async play(world) {
			const { id, first: worker } = await sleepingDesk(world);
			const copy = await world.copy();
			wake(worker);
			await sent(world, id);
			await endMachine(world);
			await world.putBack(copy, { database: true });
			await startDesk(world, 2);
			await minutes(world, 2);
			await acknowledge(world);
			await minutes(world, 1);
			const { code } = await askAgain(world, PAYOUT);
			requireThat(code === "duplicate_suspected", "I14", `the same was asked for again: ${code}`);
		},
	},
	{ name: "after an acknowledged restore a second one is known as well", play: putBackTwice },
	{
		name: "what a database sent that is gone stands in the journal",
		async play(world) {
			await startDesk(world);
			const copy = await world.copy();
			await sent(world, await approvedPayout(world, PAYOUT));
			await world.putBack(copy, { database: true });
			await minutes(world, 2);
			await acknowledge(world);
		},
	},
];

/** Requests again by another form of the same person; returns the answer's code. */
async function askAgain(world: World, wish: Wish): Promise<{ code: string }> {
	const web = world.alive("web 1") ?? world.alive("web 2");
	if (!web) throw new Error("no page is there");
	try {
		await world.as(web, () => askPayout(world, PEOPLE.maker, { ...wish, form: 2 })(0)(web));
		return { code: "made" };
	} catch (error) {
		return { code: error instanceof AppError ? error.code : String(error) };
	}
}

/** One payout was sent, three wait, and the machine is off. */
export async function evening(world: World, form?: number): Promise<string[]> {
	const as = (wish: Wish): Wish => (form === undefined ? wish : { ...wish, form, isMeant: true });
	const worker = await startDesk(world);
	await sent(world, await approvedPayout(world, as(PAYOUT)));
	await seconds(world, 20);
	pause(worker);
	const ids = await approvedPayouts(world, ...THREE.map(as));
	await endMachine(world);
	return ids;
}

function requireSent(world: World, ids: readonly string[]): void {
	const areSent = ids.every((id) => isSent(world, id));
	requireThat(areSent, "I11", "a wallet that proves keeps payouts waiting");
}

async function putBackMachine(world: World, awaySeconds: number, happens = () => {}): Promise<void> {
	const worker = await startDesk(world);
	await sent(world, await approvedPayout(world, PAYOUT));
	pause(worker);
	const ids = await approvedPayouts(world, ...THREE);
	const snapshot = await world.copy(1);
	wake(worker);
	await sent(world, ...ids);
	await endMachine(world);
	await world.loseDatabase();
	happens();
	await seconds(world, awaySeconds);
	await world.putBack(snapshot, { database: true, machines: [1] });
	await startDesk(world);
	await minutes(world, 5);
}

/** A payout was sent; the database that is put back knows it as approved, and an admin goes on. */
async function putBackDatabase(world: World): Promise<string> {
	const worker = await startDesk(world);
	pause(worker);
	const id = await approvedPayout(world, PAYOUT);
	const copy = await world.copy();
	wake(worker);
	await sent(world, id);
	await world.putBack(copy, { database: true });
	await minutes(world, 2);
	await acknowledge(world);
	await minutes(world, 1);
	return id;
}

/** The second worker knows more of the first database than there is in the one that people went on with. */
async function putBackTwice(world: World): Promise<void> {
	const first = await startDesk(world);
	const second = startWorker(world, "worker 2", 1);
	const early = await world.copy();
	pause(first);
	await sent(world, ...(await approvedPayouts(world, ...THREE)));
	wake(first);
	await minutes(world, 2);
	await world.putBack(early, { database: true });
	await minutes(world, 2);
	await acknowledge(world);
	await minutes(world, 2);
	pause(first);
	pause(second);
	const id = await approvedPayout(world, PAYOUT);
	const later = await world.copy();
	wake(second);
	await sent(world, id);
	await world.putBack(later, { database: true });
	await minutes(world, 3);
}
