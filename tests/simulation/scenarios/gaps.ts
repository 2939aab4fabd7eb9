/** Gaps that are found while another process reads the wallet. */
import type { WalletFinding } from "#lib/contracts/wallet-gaps.ts";
import { proposeShared } from "#server/continuity/propose-shared.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { answerWalletByTwo } from "#tests/simulation/acknowledge-by-two.ts";
import { insistently, PEOPLE } from "#tests/simulation/people.ts";
import {
	approvedPayout,
	approvedPayouts,
	endMachine,
	hours,
	isSent,
	minutes,
	pause,
	requireThat,
	seconds,
	sent,
	startDesk,
	wake,
} from "#tests/simulation/scenario-steps.ts";
import { evening } from "#tests/simulation/scenarios/machines.ts";
import type { Scenario } from "#tests/simulation/scenarios/scenario.ts";
import { startWorker } from "#tests/simulation/worker.ts";
import type { World } from "#tests/simulation/world.ts";

export const GAPS: readonly Scenario[] = [
	{
		name: "a gap that is found while a proof is under way survives it",
		async play(world) {
			const ids = await evening(world);
			world.spawn("web 1");
			const worker = startWorker(world, "worker 1");
			let looks = 0;
			let begun = 0;
			await world.scheduler.suspendAt(worker, ({ label }) => {
				if (label.startsWith("GET balance")) looks += 1;
				// Between its last question and the end of its proof.
				if (looks >= 2 && label === "begin") begun += 1;
				return begun === 2;
			});
			world.service.books.makeForeign("withdrawal", "1003.00");
			startWorker(world, "worker 2", 2);
			await minutes(world, 0.7);
			wake(worker);
			await minutes(world, 3);
			requireHeld(world, ids);
		},
	},
	{
		name: "what another copy of this desk sends while both are awake is not sent again here",
		play: (world) => besideACopy(world, () => undefined),
	},
	{
		name: "what another copy sends is not hidden by the money that comes in before it",
		play: (world) => besideACopy(world, () => void world.service.books.makeForeign("deposit", "50000.00")),
	},
	{
		name: "what another copy sends is not hidden by a payout of ours and as much money that comes in",
		async play(world) {
			const worker = await startDesk(world);
			await sent(world, await approvedPayout(world, { number: 1, amount: 1_001 }));
			pause(worker);
			const ids = await approvedPayouts(world, ...[2, 3].map((number) => ({ number, amount: 1_001 })));
			world.service.books.makeForeign("withdrawal", "1001.00");
			world.service.books.makeForeign("deposit", "1001.00");
			await seconds(world, 20);
			wake(worker);
			await minutes(world, 3);
			requireHeld(world, ["", ...ids]);
		},
	},
	{
		name: "an answer to what a wallet showed before is not taken for one to what it shows now",
		async play(world) {
			const ids = await evening(world);
			world.service.books.makeForeign("withdrawal", "1003.00");
			const seen = await morning(world);
			const answers = (seen?.held ?? []).map(({ paymentId }) => ({ paymentId, answer: "release" as const }));
			world.service.books.makeForeign("withdrawal", "1003.00");
			await world.scheduler.until(() => findingOf(world)?.unexplained !== seen?.unexplained);
			const input = { currency: "XOF", seen: seen?.unexplained ?? null, answers, reason: "the shop's own" };
			await insistently(world, (web) => answerWalletByTwo(world.contextOf(web, PEOPLE.admin), PEOPLE.deputy, input));
			await minutes(world, 1);
			requireHeld(world, ids);
		},
	},
	{
		name: "no wallet is proposed as shared for what people said was money of ours",
		async play(world) {
			for (let day = 1; day <= 2; day += 1) {
				await evening(world, day);
				world.service.books.makeForeign("withdrawal", "1003.00");
				await hours(world, 12);
				const finding = await morning(world);
				const held = finding?.held ?? [];
				const answers = held.map(({ paymentId }) => ({ paymentId, answer: "left" as const }));
				const input = { currency: "XOF", seen: finding?.unexplained ?? null, answers, reason: "sent by the lost copy" };
				await insistently(world, (web) => answerWalletByTwo(world.contextOf(web, PEOPLE.admin), PEOPLE.deputy, input));
				await minutes(world, 1);
				await endMachine(world);
				await hours(world, 8);
			}
			world.spawn("web 1");
			const proposed = await insistently(world, (web) => proposeShared(world.contextOf(web, PEOPLE.admin)));
			requireThat(Array.isArray(proposed) && proposed.length === 0, "I14", "money of ours would go unasked");
		},
	},
];

/** Runs until the wallet has held the waiting payouts. */
async function morning(world: World) {
	world.spawn("web 1");
	startWorker(world, "worker 1");
	await world.scheduler.until(() => findingOf(world) !== null);
	return findingOf(world);
}

/** The copy sends the first of three payouts that wait in both; meanwhile the balance is read as usual. */
async function besideACopy(world: World, happens: () => void): Promise<void> {
	const worker = await startDesk(world);
	await sent(world, await approvedPayout(world, { number: 1, amount: 1_001 }));
	await seconds(world, 20);
	pause(worker);
	const ids = await approvedPayouts(world, ...[2, 3, 4].map((number) => ({ number, amount: 1_003 })));
	happens();
	world.service.books.makeForeign("withdrawal", "1003.00");
	await world.as(worker, () => keepBalance(worker.system, { currency: "XOF" }));
	wake(worker);
	await minutes(world, 3);
	requireHeld(world, ["", ...ids]);
}

function findingOf(world: World) {
	const [gap] = world.database.committed("continuity_gap");
	return (gap?.finding ?? null) as WalletFinding | null;
}

function requireHeld(world: World, [, ...ids]: readonly string[]): void {
	requireThat(!ids.some((id) => isSent(world, id)), "I14", "sent, though it may have left before");
}
