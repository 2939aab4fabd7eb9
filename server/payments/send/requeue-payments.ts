import { sql } from "kysely";
import { WATCHED_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { isSendingStopped } from "#server/continuity/sending-stop.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addCheckJobs, addSendJob, wakeWallets } from "#server/payment-records/send-job.ts";
import { TIMING, type Timing } from "#server/payment-records/send-timing.ts";

const BATCH = 200;

/** Several payouts per wallet are woken, so that a payout whose job always fails blocks no other. */
const WOKEN_AT_LEAST = 10;

/**
 * Wakes the first waiting payouts of each wallet; this is their only periodic retry. Restores jobs lost with a killed worker: those of
 * deposits without a permit and of overdue checks. Adding a job twice is harmless: a payment has at most one waiting job of a kind.
 */
export async function requeuePayments(
	system: SystemContext,
	{ timing = TIMING }: { timing?: Pick<Timing, "jobLostMs" | "checkLostMs"> } = {},
): Promise<void> {
	const { database, config } = system;
	if (!(await isSendingStopped(database))) {
		await wakeWallets(database, config, WOKEN_AT_LEAST);
		for (const deposit of await selectUnsent(system, timing.jobLostMs)) await addSendJob(database, deposit);
	}
	const overdue = await selectOverdue(system, timing.checkLostMs);
	await addCheckJobs(
		database,
		overdue.map((payment) => ({ payment })),
	);
}

async function selectUnsent(system: SystemContext, lostMs: number): Promise<{ id: string }[]> {
	const before = new Date(system.clock.now().getTime() - lostMs);
	return system.database
		.selectFrom("payment")
		.select("id")
		.where("kind", "=", "deposit")
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
