/** The kill loops: random victims at random moments, and the named points in between, one after another. */
import { setTimeout as pause } from "node:timers/promises";
import { LONG_PLAN, planEvents, SHORT_PLAN } from "#tests/torture/events.ts";
import { KILL_POINTS, type KillPointName } from "#tests/torture/kill-points.ts";
import { killDuringRecovery, LONG_SLEEP, SLEEP, sleepPastTime } from "#tests/torture/long-kill-points.ts";
import { LONG_RUN } from "#tests/torture/options.ts";
import { maySend, type TortureContext, until } from "#tests/torture/single-payout.ts";
import { SUSPENSION, suspendBeforeThePost, suspendOnTheWire } from "#tests/torture/suspension.ts";
import type { Tally } from "#tests/torture/tally.ts";

/** The permit's deadline is 180 s. */
const BEYOND_DEADLINE_MS = 200_000;
/** From this kill on, events of whole machines take part. */
const WITH_EVENTS = 10;
const POINT_SHARE = 0.35;
/** A start's proof mostly takes a second or two. */
const PROOF_MS = 4_000;

type Say = (line: string) => void;

/** Resolves when `kills` loops are over and every kill point has ended. `say` gets a line now and then. */
export async function killLoops(context: TortureContext, tally: Tally, kills: number, say: Say): Promise<void> {
	const ending = new AbortController();
	const long = kills >= LONG_RUN;
	const eventful = kills >= WITH_EVENTS;
	const sleeping = long ? sleepLong(context, tally, say) : sleepShort(context, tally, eventful, say);
	const recovery = recoverAgain(context, tally, long ? 3 : 1, ending.signal);
	const events = eventful ? planEvents(context, tally, long ? LONG_PLAN : SHORT_PLAN, sleeping, say) : null;
	const plan = planLoops(context, kills);
	for (const [index, point] of plan.entries()) {
		// A point needs a payout that can leave: while the desk proves a wallet or asks an admin, a random kill takes its place.
		const isAimed = point !== null && (await until(() => maySend(context), PROOF_MS));
		const met = isAimed && (await KILL_POINTS[point](context, tally).catch(() => false));
		if (isAimed) tally.aimed(point, met);
		if (!met) await killAtRandom(context, tally);
		if (index % 10 === 9) say(`${index + 1} kill loops`);
		await events?.next((index + 1) / kills);
		await pause(context.random.between(200, long ? 1_000 : 700));
	}
	await events?.finish();
	await sleeping;
	const patience = setTimeout(() => ending.abort(), 60_000);
	await recovery;
	clearTimeout(patience);
}

/** Every named point comes at least once, as early as its turn allows; the rest is random. */
function planLoops({ random }: TortureContext, kills: number): (KillPointName | null)[] {
	const names = Object.keys(KILL_POINTS) as [KillPointName, ...KillPointName[]];
	if (kills < names.length) return Array.from({ length: kills }, () => null);
	const chosen = Array.from({ length: kills - names.length }, () =>
		random.chance(POINT_SHARE) ? random.pick(names) : null,
	);
	for (const name of names) chosen.splice(random.between(0, chosen.length), 0, name);
	return chosen;
}

async function killAtRandom({ deployment, random }: TortureContext, tally: Tally): Promise<void> {
	const awake = [...deployment.webs, ...deployment.workers].filter(
		(program) => !program.isSpared && program.pid !== null,
	);
	const victim = random.pick(["postmaster", "backend", ...awake]);
	if (victim === "postmaster") {
		tally.killed(victim);
		await deployment.victim.killPostmaster(random.between(100, 1_200));
	} else if (victim === "backend") {
		tally.killed(victim);
		await deployment.victim.killBackend(random.pick(["cauri", "cauri-worker"]));
	} else if (typeof victim === "object" && victim.kill()) tally.killed(victim.name);
}

/** Kills can spoil a sleeper's awakening, and an absent service its falling asleep, so there are several tries. */
const TRIES = 10;
/** Payouts that found the service away are tried again half a minute later. */
const CALM_MS = 45_000;

async function sleepLong(context: TortureContext, tally: Tally, say: Say): Promise<void> {
	await again(context, () => sleepPastTime(context, tally, SLEEP));
	await again(context, () =>
		suspend(tally, say, [LONG_SLEEP, SUSPENSION.wire], () => suspendOnTheWire(context, BEYOND_DEADLINE_MS)),
	);
	await again(context, () => suspend(tally, say, [SUSPENSION.permit], () => suspendBeforeThePost(context)));
	await again(context, () => sleepPastTime(context, tally, SLEEP));
}

/** Suspends a whole machine with its worker: two points at once. */
async function sleepShort(context: TortureContext, tally: Tally, eventful: boolean, say: Say): Promise<void> {
	if (!eventful) return again(context, () => sleepPastTime(context, tally, SLEEP));
	await again(context, () => suspend(tally, say, [SLEEP, SUSPENSION.wire], () => suspendOnTheWire(context)));
}

async function suspend(
	tally: Tally,
	say: Say,
	points: readonly string[],
	sleep: () => Promise<boolean>,
): Promise<boolean> {
	const began = performance.now();
	const met = await sleep().catch((error: unknown) => String(error));
	for (const point of points) tally.aimed(point, met === true);
	const result = met === true ? "met" : `not met${met ? `: ${met}` : ""}`;
	say(`${points.at(-1)}: ${result}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
	return met === true;
}

async function again(context: TortureContext, sleep: () => Promise<boolean>): Promise<void> {
	for (let tries = TRIES; tries > 0; tries -= 1) {
		await until(() => maySend(context).catch(() => false), CALM_MS);
		if (await sleep()) return;
	}
}

async function recoverAgain(context: TortureContext, tally: Tally, times: number, ending: AbortSignal): Promise<void> {
	for (let time = 0; time < times && !ending.aborted; time += 1) await killDuringRecovery(context, tally, ending);
}
