import { sql } from "kysely";
import { WATCHED_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { addCheckJob, addSendJob } from "#server/payments/send-job.ts";
import { isSendingStopped } from "#server/payments/stop/sending-stop.ts";
import { TIMING, type Timing } from "#server/payments/timing.ts";

const BATCH = 200;

/**
 * Adds the jobs that a killed worker took with it: approved payments that wait too long for their permit, and checks that
 * are overdue. Adding one twice does no harm: one job a payment, and one permit. Returns how many were added.
 */
export async function requeuePayments(
	system: SystemContext,
	{ timing = TIMING }: { timing?: Pick<Timing, "jobLostMs" | "checkLostMs"> } = {},
): Promise<number> {
	const unsent = (await isSendingStopped(system.database)) ? [] : await selectUnsent(system, timing.jobLostMs);
	for (const payment of unsent) await addSendJob(system.database, payment);
	const overdue = await selectOverdue(system, timing.checkLostMs);
	for (const payment of overdue) await addCheckJob(system.database, payment);
	return unsent.length + overdue.length;
}

async function selectUnsent(system: SystemContext, lostMs: number): Promise<{ id: string }[]> {
	const before = new Date(system.clock.now().getTime() - lostMs);
	return system.database
		.selectFrom("payment")
		.select("id")
		.where("state", "=", "approved")
		.where("environment", "=", system.config.environment)
		.where(sql<boolean>`(select max(at) from payment_event where payment_id = payment.id) < ${before}`)
		.orderBy("created_at")
		.limit(BATCH)
		.execute();
}

async function selectOverdue(system: SystemContext, lostMs: number): Promise<Pick<PaymentRow, "id" | "state">[]> {
	return system.database
		.selectFrom("payment")
		.select(["id", "state"])
		.where("state", "in", WATCHED_STATES)
		.where("environment", "=", system.config.environment)
		.where("next_check_at", "<", new Date(system.clock.now().getTime() - lostMs))
		.orderBy("next_check_at")
		.limit(BATCH)
		.execute();
}
