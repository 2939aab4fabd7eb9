/**
 * An ordinary month of an honest business: a shop on the same keys, fees that vary, days without enough money and their top-ups, a
 * machine that is off at night with payouts waiting, and a database that moves to another server.
 */
import { acknowledge, waitsForAdmins } from "#tests/simulation/admins.ts";
import {
	approvedPayout,
	endMachine,
	hours,
	isSent,
	minutes,
	requireThat,
	startDesk,
} from "#tests/simulation/scenario-steps.ts";
import type { Scenario } from "#tests/simulation/scenarios/scenario.ts";
import { shareWallet } from "#tests/simulation/trouble.ts";
import type { World } from "#tests/simulation/world.ts";

const DAYS = 30;
/** In hundredths of a percent, as the service changes them. */
const FEES = [0, 100, 150];
/** Days on which the shop takes nearly everything out; the top-up comes an hour later. */
const DRAINED = [5, 12, 20];
const UPGRADED = 15;
/** `npm run simulate` prints this count. */
export const CLICK = "clicks to go on in an ordinary month";

export const MONTH: readonly Scenario[] = [
	{
		name: "an ordinary month needs no click to go on",
		async play(world) {
			await shareWallet(world);
			const wanted: string[] = [];
			for (let day = 1; day <= DAYS; day += 1) {
				await startDesk(world);
				wanted.push(...(await spendDay(world, day)));
				await endMachine(world);
				world.service.books.makeForeign("withdrawal", `${2_000 + day * 13}.00`);
				if (day === UPGRADED) await moveDatabase(world);
				await hours(world, 12);
			}
			await startDesk(world);
			await goOn(world, wanted);
		},
	},
];

/** Returns the day's payouts: the last of them is approved in the evening, and waits for the morning. */
async function spendDay(world: World, day: number): Promise<string[]> {
	const { books } = world.service;
	books.feeRate = FEES[day % FEES.length] ?? 0;
	if (day % 5 === 0) books.makeForeign("deposit", "250000.00");
	books.makeForeign(day % 2 === 0 ? "withdrawal" : "deposit", `${3_000 + day * 7}.00`);
	if (DRAINED.includes(day))
		books.makeForeign("withdrawal", `${BigInt(books.balance().balance.split(".")[0] ?? 0) - 500n}.00`);
	const ids = [await payout(world, day, 1), ...(DRAINED.includes(day) ? [await payout(world, day, 2)] : [])];
	await minutes(world, 2);
	if (DRAINED.includes(day)) {
		requireThat(!ids.some((id) => isSent(world, id)), "I18", `a payout of day ${day} left without the money for it`);
		await hours(world, 1);
		books.makeForeign("deposit", "900000.00");
		await minutes(world, 3);
	}
	await goOn(world, ids);
	return [...ids, await payout(world, day, 3)];
}

function payout(world: World, day: number, form: number): Promise<string> {
	const number = ((day + form * 3) % 9) + 1;
	return approvedPayout(world, { number, amount: 1_000 + day * 11 + form, form: day * 10 + form });
}

/** A dump that is restored on a newer server while the desk is off: nothing is lost. */
async function moveDatabase(world: World): Promise<void> {
	const dump = await world.copy();
	await world.loseDatabase();
	world.database.server.system += 1;
	await world.putBack(dump, { database: true });
	world.databaseIsAway = false;
}

/** Counts the clicks until all of them are sent. */
async function goOn(world: World, ids: readonly string[]): Promise<void> {
	let clicks = 0;
	for (; waitsForAdmins(world) && clicks < 3; clicks += 1) {
		world.options.count(CLICK);
		await acknowledge(world);
		await minutes(world, 2);
	}
	requireThat(clicks === 0, "I18", `${clicks} clicks in an ordinary month`);
	for (const id of ids) requireThat(isSent(world, id), "I18", `the payout ${id} stands still`);
}
