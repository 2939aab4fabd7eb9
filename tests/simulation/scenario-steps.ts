/** Steps of the directed scenarios: immediate requests and approvals, workers that come and go, moments to wait for. */

import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { Violation } from "#tests/simulation/invariants.ts";
import { askPayout, insistently, PEOPLE, type Wish } from "#tests/simulation/people.ts";
import type { Step } from "#tests/simulation/scheduler.ts";
import { startWorker } from "#tests/simulation/worker.ts";
import type { Instance, World } from "#tests/simulation/world.ts";

/** Requests and approves a payout; returns its id. */
export async function approvedPayout(world: World, wish: Wish): Promise<string> {
	const payment = await insistently(world, askPayout(world, PEOPLE.maker, wish)(0));
	if (payment === null || payment === "refused") throw new Error("a payout could not be asked for");
	const { id, version } = payment;
	const word = { id, version, decision: "approve" } as const;
	const answer = await insistently(world, (web) => decidePayout(world.contextOf(web, PEOPLE.first), word));
	if (answer === null || answer === "refused") throw new Error("a payout could not be approved");
	return id;
}

/** The payout of most scenarios. */
export const PAYOUT: Wish = { number: 1, amount: 1_001 };

export async function approvedPayouts(world: World, ...wishes: readonly Wish[]): Promise<string[]> {
	const ids: string[] = [];
	for (const wish of wishes) ids.push(await approvedPayout(world, wish));
	return ids;
}

/** Starts web and worker of one machine; resolves after their start. */
export async function startDesk(world: World, machine = 1): Promise<Instance> {
	if (!world.alive(`web ${machine}`)) world.spawn(`web ${machine}`, machine);
	const worker = startWorker(world, `worker ${machine}`, machine);
	await minutes(world, 1);
	return worker;
}

/** One payout was sent and `rest` seconds have passed; the workers sleep, and PAYOUT waits for them. */
export async function sleepingDesk(world: World, { machines = 1, rest = 0 }: { machines?: 1 | 2; rest?: number } = {}) {
	const first = await startDesk(world);
	const second = machines === 2 ? await startDesk(world, 2) : first;
	await sent(world, await approvedPayout(world, { number: 2, amount: 1_002 }));
	if (rest > 0) await seconds(world, rest);
	pause(first);
	pause(second);
	return { id: await approvedPayout(world, PAYOUT), first, second };
}

/** kill -9 for a whole machine, and the time until nothing of it is in transit. */
export async function endMachine(world: World, machine = 1): Promise<void> {
	for (const each of world.instances) if (each.machine === machine) world.kill(each);
	await seconds(world, 5);
}

export function seconds(world: World, count: number): Promise<void> {
	return world.scheduler.sleep(null, count * 1_000, "time goes by");
}

export function minutes(world: World, count: number): Promise<void> {
	return seconds(world, count * 60);
}

/** Everything sleeps for hours, as on a weekend without power. */
export async function hours(world: World, count: number): Promise<void> {
	world.scheduler.now += count * 3_600_000;
	await minutes(world, 1);
}

export function isSent(world: World, id: string): boolean {
	return world.service.posts.some((post) => post.paymentId === id);
}

export function stateOf(world: World, id: string): unknown {
	return world.database.committed("payment").find((row) => row.id === id)?.state;
}

/** Waits until the payouts have succeeded. */
export async function sent(world: World, ...ids: readonly string[]): Promise<void> {
	await world.scheduler.until(() => ids.every((id) => stateOf(world, id) === "succeeded"), "all are sent");
}

export function pause(instance: Instance): void {
	instance.pausedUntil = Number.POSITIVE_INFINITY;
}

export function wake(instance: Instance): void {
	instance.pausedUntil = 0;
}

/** Wakes the process, until it is about to take the chosen step. */
export async function wakeUntil(world: World, instance: Instance, isMeant: (step: Step) => boolean): Promise<void> {
	const stands = world.scheduler.suspendAt(instance, isMeant);
	wake(instance);
	await stands;
}

/** Sends without a job. */
export function sendBy(world: World, sender: Instance, id: string): Promise<unknown> {
	return world.as(sender, () => sendPayment(sender.system, { paymentId: id, workerId: sender.name }), id);
}

export function requireThat(isSo: boolean, invariant: string, words: string): void {
	if (!isSo) throw new Violation(invariant, words);
}
