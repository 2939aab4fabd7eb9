import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { movePayment } from "#server/payment-records/move-payment.ts";
import { payerWindowEnd } from "#server/payment-records/next-check-delay.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { wakePayouts } from "#server/payment-records/send-job.ts";
import { TIMING, type Timing } from "#server/payment-records/send-timing.ts";

/**
 * Moves payments to `unknown` when we no longer expect an answer: the send deadline has passed, or the worker's heartbeats have stopped.
 * Never sends. A worker that was only paused may still record the answer later. Returns how many payments moved.
 */
export async function recoverAttempts(
	system: SystemContext,
	{ timing = TIMING }: { timing?: Pick<Timing, "workerSilentMs"> } = {},
): Promise<number> {
	let recovered = 0;
	for (const payment of await selectLost(system, timing.workerSilentMs)) {
		if (await giveUp(system, payment)) recovered += 1;
	}
	return recovered;
}

/**
 * Uses database time, which also dates permits and heartbeats: a date in the future was written before the database's clock was set back.
 */
async function selectLost(system: SystemContext, silentMs: number): Promise<PaymentRow[]> {
	const silence = sql`now() - ${silentMs} * interval '1 millisecond'`;
	const ahead = sql`now() + interval '1 minute'`;
	return system.database
		.selectFrom("payment")
		.innerJoin("attempt", "attempt.payment_id", "payment.id")
		.selectAll("payment")
		.where("payment.state", "=", "sending")
		.where("attempt.answered_at", "is", null)
		.where(
			sql<boolean>`(attempt.send_deadline < now() or (attempt.permitted_at not between ${silence} and ${ahead}
				and not exists (select from worker where worker.id = attempt.worker_id and worker.seen_at between ${silence} and ${ahead})))`,
		)
		.execute();
}

async function giveUp(system: SystemContext, payment: PaymentRow): Promise<boolean> {
	const at = system.clock.now();
	return system.database.transaction().execute(async (trx) => {
		const set = { payer_deadline: await payerWindowEnd(trx, payment) };
		// guard: lost-payment-is-unknown
		const moved = await movePayment(trx, at, payment, { to: "unknown", event: "answer_lost", by: "cauri", set });
		if (moved && payment.kind === "payout") await wakePayouts(trx, moved, system.config.payoutLanes);
		return moved !== null;
	});
}
