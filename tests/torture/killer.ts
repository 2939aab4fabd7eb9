/** The kill loops: random victims at random moments, and the named points in between, one after another. */
import { setTimeout as pause } from "node:timers/promises";
import { ambushRecovery, ambushSleep, LONG_SLEEP, SLEEP } from "#tests/torture/long-ambushes.ts";
import { POINTS, type PointName } from "#tests/torture/points.ts";
import type { Scene } from "#tests/torture/scene.ts";
import type { Tally } from "#tests/torture/tally.ts";

/** The permit's deadline is 180 s; the sleeper has slept half a minute of them when it is given up. */
const BEYOND_DEADLINE_MS = 170_000;
/** From here on a run is long enough for sleeping past the deadline, and for more than one of the long ambushes. */
export const LONG_RUN = 100;
const POINT_SHARE = 0.35;

/** Done when `kills` loops are over and every ambush has ended. `say` gets a line now and then. */
export async function killLoops(scene: Scene, tally: Tally, kills: number, say: (line: string) => void): Promise<void> {
	const ending = new AbortController();
	const long = kills >= LONG_RUN;
	const sleeping = sleepAgain(scene, tally, long ? [0, BEYOND_DEADLINE_MS, 0] : [0]);
	const recovery = recoverAgain(scene, tally, long ? 3 : 1, ending.signal);
	const plan = planLoops(scene, kills);
	for (const [index, point] of plan.entries()) {
		const met = point !== null && (await POINTS[point](scene, tally).catch(() => false));
		if (point !== null) tally.aimed(point, met);
		if (!met) await killAtRandom(scene, tally);
		if (index % 10 === 9) say(`${index + 1} kill loops`);
		await pause(scene.random.between(200, long ? 1_500 : 700));
	}
	await sleeping;
	const patience = setTimeout(() => ending.abort(), 60_000);
	await recovery;
	clearTimeout(patience);
}

/** Every named point comes at least once, as early as its turn allows; the rest is chance. */
function planLoops({ random }: Scene, kills: number): (PointName | null)[] {
	const names = Object.keys(POINTS) as [PointName, ...PointName[]];
	if (kills < names.length) return Array.from({ length: kills }, () => null);
	const chosen = Array.from({ length: kills - names.length }, () =>
		random.chance(POINT_SHARE) ? random.pick(names) : null,
	);
	for (const name of names) chosen.splice(random.between(0, chosen.length), 0, name);
	return chosen;
}

async function killAtRandom({ house, random }: Scene, tally: Tally): Promise<void> {
	const awake = [...house.webs, ...house.workers].filter((program) => !program.isSpared && program.pid !== null);
	const victim = random.pick(["postmaster", "backend", ...awake]);
	if (victim === "postmaster") {
		tally.killed(victim);
		await house.victim.killPostmaster(random.between(100, 1_200));
	} else if (victim === "backend") {
		tally.killed(victim);
		await house.victim.killBackend(random.pick(["cauri", "cauri-worker"]));
	} else if (typeof victim === "object" && victim.kill()) tally.killed(victim.name);
}

/** What is killed around a sleeper can spoil its awakening: then it is tried again. */
async function sleepAgain(scene: Scene, tally: Tally, extraMs: readonly number[]): Promise<void> {
	for (const sleepMs of extraMs) {
		const name = sleepMs > 0 ? LONG_SLEEP : SLEEP;
		for (let tries = extraMs.length; tries > 0 && !(await ambushSleep(scene, tally, name, sleepMs)); tries -= 1);
	}
}

async function recoverAgain(scene: Scene, tally: Tally, times: number, ending: AbortSignal): Promise<void> {
	for (let time = 0; time < times && !ending.aborted; time += 1) await ambushRecovery(scene, tally, ending);
}
