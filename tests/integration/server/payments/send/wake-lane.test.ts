import { expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { wakeLane } from "#server/payment-records/send-job.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const LANES = 4;

/** Payments whose job is due, oldest first. */
async function due(): Promise<(string | undefined)[]> {
	const jobs = await desk.jobs("send_payment");
	return jobs.filter(({ run_at }) => run_at <= new Date()).map(({ payload }) => payload.paymentId);
}

test("payouts that end at once wake as many as there are lanes, the oldest first, and then one more each", async () => {
	const payouts: Payment[] = [];
	for (let count = 0; count < 10; count += 1) {
		payouts.push(await desk.approved());
		desk.clock.advance(1_000);
	}
	await desk.pool.query("update graphile_worker._private_jobs set run_at = now() + interval '15 seconds'");
	const [lane] = await Promise.all(payouts.slice(0, 1).map(({ id }) => desk.row(id)));
	if (!lane) throw new Error("no payout");
	const wake = () => desk.database.transaction().execute((trx) => wakeLane(trx, lane, LANES));
	const oldest = (count: number) => payouts.slice(0, count).map(({ id }) => id);
	await wake();
	expect((await due()).sort()).toEqual(oldest(4).sort());
	await wake();
	expect((await due()).sort()).toEqual(oldest(5).sort());
	await wake();
	expect((await due()).sort()).toEqual(oldest(6).sort());
});
