import { afterEach, beforeEach, expect, test } from "vitest";
import type { SystemContext } from "#server/context.ts";
import { type RunningWorker, runWorker } from "#server/worker/run-worker.ts";
import { deskCopies } from "#tests/integration/server/continuity/desk-copies.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { keepBooks } from "#tests/support/wallet/wallet-books.ts";

const clock = { now: () => new Date(), advance: () => undefined };
const desk = await openPaymentDesk({}, clock);
const copies = deskCopies();
const workers: RunningWorker[] = [];

async function start(system: SystemContext, pool: typeof desk.pool): Promise<RunningWorker> {
	const worker = await runWorker(system, pool);
	workers.push(worker);
	return worker;
}

const statesIn = async ({ database }: SystemContext) =>
	(await database.selectFrom("payment").select("state").where("kind", "=", "payout").execute()).map(
		({ state }) => state,
	);

beforeEach(() => void keepBooks(desk.script, clock));
afterEach(async () => {
	for (const worker of workers.splice(0)) await worker.stop();
	await copies.close();
});

test("a machine put back whole, whose database, head and journal agree, sends nothing a second time: the wallet shows that it left", async () => {
	// The desk was at work before: it has read the wallet and sent a payout.
	const first = await start(desk.system, desk.pool);
	const earlier = await desk.approved();
	await expect.poll(() => desk.state(earlier.id)).toBe("succeeded");
	await first.stop();
	for (const amount of ["5000", "7000", "11000"]) await desk.approved({ amount });
	const putBack = await copies.copy(desk.system);
	await start(desk.system, desk.pool);
	await expect.poll(async () => new Set(await statesIn(desk.system))).toEqual(new Set(["succeeded"]));
	expect(desk.posts()).toHaveLength(4);
	for (const worker of workers.splice(0)) await worker.stop();
	const opened = await putBack();
	await start(opened.system, opened.pool);
	const gap = opened.system.database.selectFrom("continuity_gap").select("finding").where("currency", "=", "XOF");
	await expect.poll(() => gap.execute()).toMatchObject([{ finding: { held: expect.any(Array) } }]);
	expect(desk.posts()).toHaveLength(4);
	expect((await statesIn(opened.system)).filter((state) => state === "approved")).toHaveLength(3);
});
