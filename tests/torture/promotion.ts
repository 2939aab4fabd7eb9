/** The primary dies for good, and its standby, which had not heard of the last commits, takes its place. */
import { setTimeout as pause } from "node:timers/promises";
import type { Scene } from "#tests/torture/scene.ts";
import type { Tally } from "#tests/torture/tally.ts";
import { untilSent, whileApprovedWait } from "#tests/torture/waiting-payouts.ts";

export const PROMOTION = "standby promoted without the last commits";

/** Met when payouts that the standby knows as approved were sent in the time that it has not heard of. */
export async function promoteWithLosses(scene: Scene, tally: Tally): Promise<boolean> {
	const { victim } = scene.deployment;
	let standby = await victim.standby();
	if (!standby) {
		victim.makeStandby();
		standby = await victim.standby();
	}
	if (!standby) return false;
	let cutAt = Number.NaN;
	try {
		const waiting = await whileApprovedWait(scene, async (approved) => {
			cutAt = Date.now();
			await standby.follow(await victim.position());
			await standby.cut();
			return approved;
		});
		const sent = await untilSent(scene, waiting);
		await pause(scene.random.between(200, 2_000));
		await victim.killForGood();
		tally.killed("postmaster");
		tally.lost({
			name: PROMOTION,
			from: cutAt,
			to: Date.now(),
			waiting: waiting.map(({ order }) => order),
			ofDatabase: true,
			ofFolder: false,
		});
		await victim.failOver(standby);
		return sent && waiting.length > 0;
	} finally {
		victim.makeStandby();
	}
}
