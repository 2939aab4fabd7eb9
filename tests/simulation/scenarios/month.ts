/** An ordinary month of an honest business: a shop on the same keys, fees that vary, top-ups, and a machine that is off at night. */
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

export const MONTH: readonly Scenario[] = [
	{
		name: "an ordinary month needs no click to go on",
		async play(world) {
			await shareWallet(world);
			let clicks = 0;
			for (let day = 1; day <= DAYS; day += 1) {
				await startDesk(world);
				world.service.books.feeRate = FEES[day % FEES.length] ?? 0;
				if (day % 5 === 0) world.service.books.makeForeign("deposit", "250000.00");
				world.service.books.makeForeign(day % 2 === 0 ? "withdrawal" : "deposit", `${3_000 + day * 7}.00`);
				const id = await approvedPayout(world, { number: (day % 9) + 1, amount: 1_000 + day * 11, form: day });
				await minutes(world, 2);
				if (!isSent(world, id)) clicks += await goOn(world, id);
				requireThat(isSent(world, id), "I18", `the payout of day ${day} stands still`);
				// One is asked for in the evening, and waits for the morning.
				await endMachine(world);
				world.service.books.makeForeign("withdrawal", `${2_000 + day * 13}.00`);
				await hours(world, 12);
			}
			for (let click = 0; click < clicks; click += 1) world.options.count("a click in an ordinary month");
			requireThat(clicks === 0, "I18", `${clicks} clicks in an ordinary month`);
		},
	},
];

async function goOn(world: World, id: string): Promise<number> {
	let clicks = 0;
	for (; waitsForAdmins(world) && !isSent(world, id) && clicks < 3; clicks += 1) {
		await acknowledge(world);
		await minutes(world, 2);
	}
	return clicks;
}
